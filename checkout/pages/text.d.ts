/** A script or a style for the browser, bundled to text by scripts/importText.js: import it as "./browser/<name>.ts?text". */
declare module '*?text' {
	const text: string;
	export default text;
}
