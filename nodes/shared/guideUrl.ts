import { homepage } from '../../package.json';

const [, repository] = /^(https:\/\/github\.com\/[\w.-]+\/[\w.-]+)#readme$/.exec(homepage) ?? [];

// n8n shows a link in any case, and its own choice would be the package's page at npm, which is there once it is published.
const UNTIL_PUBLISHED = 'https://docs.n8n.io/integrations/community-nodes/installation/';

/** Makes the link of the editor's "Docs": a guide in the repository that package.json names. */
export function guideUrl(path: string): string {
	return repository === undefined ? UNTIL_PUBLISHED : `${repository}/blob/HEAD/${path}`;
}
