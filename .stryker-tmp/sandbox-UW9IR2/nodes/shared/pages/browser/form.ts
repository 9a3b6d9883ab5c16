// @ts-nocheck
import luhn from 'fast-luhn';

import { brandOf } from '../../../../gateway/schema/brand';

// What a form adds where there is JavaScript: it groups the card number, names its brand, checks each field when it is left,
// and is sent only once. It holds no data of the page, so its hash is always the same.

/** Checks by field name. The server checks everything again. */
const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
	cardNumber: (text) => /^\d{12,19}$/.test(digitsOf(text)) && luhn(digitsOf(text)),
	expiry: (text) => /^\s*(0?[1-9]|1[0-2])\s*[/.-]?\s*(20)?\d\d\s*$/.test(text),
	cvv: (text) => /^\s*\d{3,4}\s*$/.test(text),
	email: (text) => /^\s*\S+@\S+\.\S+\s*$/.test(text),
	cardPin: (text) => /^(\d{4,12})?$/.test(text),
	otp: (text) => text.trim() !== '',
};

function digitsOf(text: string): string {
	return text.replace(/[\s-]/g, '');
}

/** Checks a field, and shows or hides its error. */
function check(field: HTMLInputElement): boolean {
	const isValid = CHECKS[field.name]!(field.value);
	field.setAttribute('aria-invalid', String(!isValid));
	document.getElementById(`${field.name}-error`)!.hidden = isValid;
	return isValid;
}

function checkWhenLeft(field: HTMLInputElement): void {
	field.addEventListener('change', () => check(field));
	// An error disappears while the customer types. If it did so when the field is left, the button would move under the finger.
	field.addEventListener('input', () => {
		if (field.getAttribute('aria-invalid') === 'true') check(field);
	});
}

function submitOnce(form: HTMLFormElement, fields: readonly HTMLInputElement[]): void {
	let isSent = false;
	form.addEventListener('submit', (event) => {
		const invalid = fields.filter((field) => !check(field));
		invalid[0]?.focus();
		if (invalid.length > 0 || isSent) event.preventDefault();
		else isSent = true;
	});
	// The customer has gone back to this page.
	window.addEventListener('pageshow', () => {
		isSent = false;
	});
}

/** Groups the digits of a card number by four, and names the card's brand. */
function formatCardNumber(field: HTMLInputElement): void {
	const brand = document.getElementById('brand')!;
	field.addEventListener('input', () => {
		const digits = digitsOf(field.value);
		brand.textContent = brandOf(digits) ?? '';
		const isTypingAtEnd = field.selectionStart === field.value.length;
		if (isTypingAtEnd) field.value = digits.replace(/(\d{4})(?=\d)/g, '$1 ');
	});
}

const form = document.forms[0]!;
const inputs = [...form.querySelectorAll('input')];
const checked = inputs.filter(({ name }) => name in CHECKS);
for (const field of checked) checkWhenLeft(field);
submitOnce(form, checked);

// Tells the server that the browser runs JavaScript.
const jsField = inputs.find(({ name }) => name === 'js');
if (jsField) jsField.value = '1';

const cardNumber = checked.find(({ name }) => name === 'cardNumber');
if (cardNumber) formatCardNumber(cardNumber);
