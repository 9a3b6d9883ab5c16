// The package's owner is entered in one place: `private`, `author`, `homepage`, `bugs` and `repository` in package.json.
// Addresses in the editor follow from them (nodes/shared/guideUrl.ts). Run directly, this says what is missing, and fails
// unless it is only to be told: a private build has no owner.
const manifest = require('../package.json');

/**
 * Lists what the owner has still to enter before the package can be published; nothing once all is there.
 * @param {{ private?: boolean, author: { email: string }, homepage: string, bugs: { url: string }, repository: { url: string } }} manifest
 */
function missingOwner({ private: isPrivate, author, homepage, bugs, repository }) {
	const [, address] = /^git\+(https:\/\/github\.com\/[\w.-]+\/[\w.-]+)\.git$/.exec(repository.url) ?? [];
	if (address === undefined) {
		return [
			'Enter the repository on github.com in repository.url: n8n verifies packages with npm provenance from there.',
		];
	}
	const problems = [];
	if (homepage !== `${address}#readme`) problems.push(`Set homepage to ${address}#readme.`);
	if (bugs.url !== `${address}/issues`) problems.push(`Set bugs.url to ${address}/issues.`);
	if (author.email.endsWith('.example')) problems.push('Enter name and e-mail in author.');
	if (isPrivate) problems.push('Remove private.');
	return problems;
}

const missing = missingOwner(manifest);

if (require.main === module && missing.length > 0) {
	console.error(
		`package.json names no owner yet, so nothing is published. ${missing.join(' ')} See docs/releasing.md.`,
	);
	if (!process.argv.includes('--tell')) process.exitCode = 1;
}

module.exports = { missing, missingOwner };
