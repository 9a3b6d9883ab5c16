import type { INodePropertyOptions } from 'n8n-workflow';

import { languages, TEXT_NAMES, type TextName } from '../../../checkout/pages/languages';

const { texts } = languages.en;
const TITLE = /Title$/;
// Suffixes of a page's other texts.
const OF_PAGE = /(Text|Reason|Last|Late|Link|IfSent|Missing|Error|Hint|Submit)$/;

/** The texts that can be replaced, those of a page with its title before them: two pages may say the same. */
export const replaceableTexts: INodePropertyOptions[] = TEXT_NAMES.map((value) => {
	const title = value.replace(OF_PAGE, 'Title') as TextName;
	const isOfPage = !TITLE.test(value) && TITLE.test(title) && Object.hasOwn(texts, title);
	return { name: isOfPage ? `${texts[title]}: ${texts[value]}` : texts[value], value };
});
