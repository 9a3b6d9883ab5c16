import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tsParser from '@typescript-eslint/parser';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig } from 'eslint/config';

// The rules with which n8n checks a package before it verifies it, on the same files.
export default defineConfig(
	{
		files: ['package.json', '{nodes,credentials}/**/*.{ts,json}'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{ files: ['**/*.ts', 'package.json', '{nodes,credentials}/**/*.json'], languageOptions: { parser: tsParser } },
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{ files: ['credentials/**/*.ts'], rules: n8nNodesBase.configs.credentials.rules },
	{ files: ['nodes/**/*.ts'], rules: n8nNodesBase.configs.nodes.rules },
	{ files: ['{credentials,gateway,nodes}/**/*.ts'], rules: { 'no-console': 'error' } },
);
