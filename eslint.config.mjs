import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import js from '@eslint/js';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

const NODE_GLOBALS = [
	'Buffer',
	'URL',
	'__dirname',
	'clearInterval',
	'console',
	'performance',
	'process',
	'setInterval',
];

export default defineConfig(
	globalIgnores(['**/dist/', '.stryker-tmp/', 'coverage/', 'dev/playground/data/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },

	{ files: ['**/*.{js,cjs,mjs,ts}'], extends: [js.configs.recommended] },
	{
		files: ['**/*.{js,cjs,mjs}'],
		languageOptions: { globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])) },
	},
	{ files: ['**/*.{js,cjs}'], ignores: ['scripts/zlib.js'], languageOptions: { sourceType: 'commonjs' } },
	{
		files: ['**/*.ts'],
		extends: [ts.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			// As TypeScript counts: an underscore stands for what comes before the value that is used, and naming a property
			// is how it is left out of the rest.
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
			],
		},
	},
	{
		// Tests read answers, items and stored executions as plain JSON, and Jest's matchers such as `expect.any` return
		// `any`. What is wrong about the shape of it shows when the test runs.
		files: ['test/**/*.ts'],
		rules: {
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off',
			'@typescript-eslint/no-base-to-string': 'off',
			'@typescript-eslint/restrict-template-expressions': 'off',
			// Stand-ins for what is asynchronous in n8n often have nothing to wait for.
			'@typescript-eslint/require-await': 'off',
		},
	},

	{ files: ['{checkout,credentials,gateway,nodes}/**/*.ts'], rules: { 'no-console': 'error' } },

	// The rules with which n8n checks a package before it verifies it, on the same files.
	{ files: ['package.json', '{nodes,credentials}/**/*.json'], languageOptions: { parser: ts.parser } },
	{
		files: ['package.json', '{nodes,credentials}/**/*.{ts,json}'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// As in n8n's own scan: a slug is for n8n's own nodes.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// As in n8n's own scan: the community rules want the constant.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
);
