/** A script for the browser, bundled to text by scripts/browserScript.js: import it as "./browser/<name>.ts?text". */
// @ts-nocheck

declare module '*?text' {
	const script: string;
	export default script;
}
