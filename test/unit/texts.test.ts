import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import { CardPayment } from '../../nodes/CardPayment/CardPayment.node';
import { resources } from '../../nodes/CardPayment/resources';
import { CardPaymentCheckoutTrigger } from '../../nodes/CardPaymentCheckoutTrigger/CardPaymentCheckoutTrigger.node';
import { CardPaymentTrigger } from '../../nodes/CardPaymentTrigger/CardPaymentTrigger.node';

/* The texts of all forms follow n8n's guidelines for its editor. */

interface Named {
	/** The form, and the names of the fields that lead to it. */
	where: string;
	field: INodeProperties;
}

function within(place: string, field: INodeProperties): Named[] {
	const where = `${place} > ${field.displayName}`;
	return [{ where, field }, ...inside(field).flatMap((one) => within(where, one))];
}

function inside({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type === 'fixedCollection') return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
	return [];
}

const FORMS: Record<string, INodeProperties[]> = {
	Credential: new CardPaymentApi().properties,
	Checkout: new CardPaymentCheckoutTrigger().description.properties,
	Trigger: new CardPaymentTrigger().description.properties,
	Node: new CardPayment().description.properties,
};
const fields = Object.entries(FORMS).flatMap(([form, all]) =>
	all.filter(({ type }) => type !== 'notice' && type !== 'hidden').flatMap((field) => within(form, field)),
);

const choices = fields.flatMap(({ where, field: { type, options = [] } }) =>
	type === 'options' || type === 'multiOptions'
		? options.map((option) => ({ where: `${where}: ${option.name}`, option: option as INodeProperties }))
		: [],
);

/** The placeholders for what people type. A collection or a list has an instruction in its place. */
const examples = fields.flatMap(({ where, field: { type, placeholder, modes = [] } }) => {
	const own = ['string', 'number', 'json'].includes(type) ? [placeholder] : [];
	const ofModes = modes.filter((mode) => mode.type === 'string').map((mode) => mode.placeholder);
	return [...own, ...ofModes].flatMap((text) => (text === undefined ? [] : [{ where, text }]));
});

/** Those that break a rule, so that a failure lists them all. */
const wrong = (texts: Array<{ where: string; text: string }>, isRight: (text: string) => boolean) =>
	texts.filter(({ text }) => !isRight(text)).map(({ where, text }) => `${where}: ${text}`);

const descriptions = [
	...fields.map(({ where, field: { description } }) => ({ where, text: description ?? '' })),
	...choices.map(({ where, option: { description } }) => ({ where, text: description ?? '' })),
].filter(({ text }) => text !== '');

test('all fields are looked at', () => {
	expect([fields.length > 150, examples.length > 30, descriptions.length > 150]).toEqual([true, true, true]);
});

test('a placeholder of a value begins with "e.g."', () => {
	// n8n prescribes the one of an e-mail address, and one says what an empty field means.
	const others = ['name@email.com', 'All of it'];
	expect(wrong(examples, (text) => text.startsWith('e.g. ') || others.includes(text))).toEqual([]);
});

test('a placeholder of a list or a collection says what to do, or what holds without a choice', () => {
	const asked = fields.flatMap(({ where, field: { type, placeholder, modes = [] } }) => {
		const own = type === 'collection' || type === 'fixedCollection' ? [placeholder ?? ''] : [];
		const ofLists = modes.filter((mode) => mode.type === 'list').map((mode) => mode.placeholder ?? '');
		return [...own, ...ofLists].map((text) => ({ where, text }));
	});
	expect(asked.length).toBeGreaterThan(20);
	expect(
		wrong(asked, (text) => /^(Add [a-zA-Z]+|Choose a [a-z]+\.\.\.|Default Currency of the credential)$/.test(text)),
	).toEqual([]);
});

test('the description of a switch begins with "Whether"', () => {
	const switches = fields.filter(({ field: { type } }) => type === 'boolean');
	expect(switches.length).toBeGreaterThan(15);
	const described = switches.map(({ where, field: { description = '' } }) => ({ where, text: description }));
	expect(wrong(described, (text) => /^Whether (to )?\w/.test(text))).toEqual([]);
});

test('no other description begins so', () => {
	const others = fields.filter(({ field: { type } }) => type !== 'boolean');
	const described = others.map(({ where, field: { description = '' } }) => ({ where, text: description }));
	expect(wrong(described, (text) => !text.startsWith('Whether '))).toEqual([]);
});

test('one sentence has no full stop, several have one each', () => {
	const areSeveral = (text: string) => /[.?!] ([A-Z0-9"]|n8n )/.test(text);
	expect(wrong(descriptions, (text) => areSeveral(text) === text.endsWith('.'))).toEqual([]);
});

test('names are in title case', () => {
	const SMALL = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;
	const names = [
		...fields.map(({ where, field: { displayName } }) => ({ where, text: displayName })),
		// The texts of the page, which can be replaced, are no names, and those of currencies are not ours.
		...choices
			.filter(({ where }) => !/^(Checkout > Texts > Replaces|Credential > Default Currency: [A-Z]{3} )/.test(where))
			.map(({ where, option: { name } }) => ({ where, text: name })),
	];
	const isTitle = (text: string) =>
		text
			.split(/[\s/(),:]+/)
			.filter(Boolean)
			.every((word, at) => /^[A-Z0-9]/.test(word) || (at > 0 && SMALL.test(word)));
	expect(wrong(names, isTitle)).toEqual([]);
});

test('actions have no articles and are in sentence case', () => {
	const actions = resources.flatMap(({ option, operations }) =>
		[...operations.values()].map(({ option: { action = '' } }) => ({ where: String(option.name), text: action })),
	);
	expect(actions.length).toBeGreaterThan(10);
	expect(wrong(actions, (text) => /^[A-Z]/.test(text) && !/\b(a|an|the)\b|[.]$/i.test(text))).toEqual([]);
});

test('a text that names a setting behind the switch of the credential names the switch', () => {
	const BEHIND =
		/Transaction Base|Card Authentication|Renewal Path|(Name Enquiry|Transfer|Transfer Status|Transaction History) Path|Find Payments With|Check References Before Sending|Page Parameter|Account Number Digits|Digits of the Expiry Year|Send PIN As/;
	const ofNodes = descriptions.filter(({ where }) => !where.startsWith('Credential'));
	expect(wrong(ofNodes, (text) => !BEHIND.test(text) || text.includes('My Provider Needs Other Settings'))).toEqual([]);
});
