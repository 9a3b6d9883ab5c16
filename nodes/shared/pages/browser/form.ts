import luhn from 'fast-luhn';

import { brandOf } from '../../../../gateway/schema/brand';
import { withWesternDigits } from '../digits';

/** Checks by field name. The server checks everything again. */
const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
	cardNumber: (text) => /^\d{12,19}$/.test(digitsOf(text)) && luhn(digitsOf(text)),
	expiry: (text) => /^(0?[1-9]|1[0-2])[/.-]?(20)?\d\d$/.test(text.replace(/\s/g, '')),
	cvv: (text) => /^\d{3,4}$/.test(text.trim()),
	email: (text) => /^\S+@\S+\.\S+$/.test(text.trim()),
	cardPin: (text) => /^(\d{4,12})?$/.test(text),
	otp: (text) => text.trim() !== '',
};

// The first digits tell nothing of the brand yet.
const DIGITS_OF_BRAND = 6;

// Debit cards, of which some services ask the PIN of online.
const BRANDS_WITH_PIN = ['Verve', 'Maestro', 'Elo'];

/** Groups the card number, writes the slash of the expiry, checks each field when it is left, and sends the form only once. */
export function enhanceForm(form: HTMLFormElement): void {
	const inputs = [...form.querySelectorAll('input')];
	const checked = inputs.filter(({ name }) => name in CHECKS);
	const inputNamed = (wanted: string) => inputs.find(({ name }) => name === wanted);
	for (const field of checked) checkWhenLeft(field);
	submitOnce(form, checked);

	// Tells the server that the browser runs JavaScript.
	const jsField = inputNamed('js');
	if (jsField) jsField.value = '1';

	const expiry = inputNamed('expiry');
	if (expiry) formatExpiry(expiry);
	const cardNumber = inputNamed('cardNumber');
	if (cardNumber) formatCardNumber(cardNumber, inputNamed('cardPin'));
}

function digitsOf(text: string): string {
	return withWesternDigits(text).replace(/[\s-]/g, '');
}

/** Checks a field, and shows or hides its error. */
function check(field: HTMLInputElement): boolean {
	const isValid = CHECKS[field.name]!(withWesternDigits(field.value));
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
	const working = form.querySelector<HTMLElement>('[data-working]')!;
	const show = (isWorking: boolean) => {
		form.setAttribute('aria-busy', String(isWorking));
		working.textContent = isWorking ? working.dataset.working! : '';
	};
	form.addEventListener('submit', (event) => {
		const invalid = fields.filter((field) => !check(field));
		invalid[0]?.focus();
		if (invalid.length > 0 || form.getAttribute('aria-busy') === 'true') event.preventDefault();
		else show(true);
	});
	// The customer has gone back to this page.
	window.addEventListener('pageshow', () => show(false));
}

/** Whether the customer types at the end of a field, so that what follows may be written for them. */
function isTypingAtEnd(field: HTMLInputElement): boolean {
	return field.selectionStart === field.value.length;
}

/** Writes the slash between month and year. */
function formatExpiry(field: HTMLInputElement): void {
	field.addEventListener('input', (event) => {
		const isDeleting = event.inputType?.startsWith('delete');
		const [, month, year] = /^(0[1-9]|1[0-2]|[2-9])[\s/.-]*(\d{0,4})$/.exec(withWesternDigits(field.value)) ?? [];
		if (month === undefined || isDeleting || !isTypingAtEnd(field)) return;
		field.value = `${month.padStart(2, '0')} / ${year}`;
	});
}

/** Groups the digits of a card number by four, shows the card's brand, and asks for a PIN where the card may need one. */
function formatCardNumber(field: HTMLInputElement, pin: HTMLInputElement | undefined): void {
	const shown = document.getElementById('brand')!;
	const update = () => {
		const digits = digitsOf(field.value);
		const brand = brandOf(digits);
		if (shown.dataset.brand !== String(brand)) showBrand(shown, brand);
		if (pin?.dataset.local !== undefined) {
			const mayNeedPin = digits.length < DIGITS_OF_BRAND || brand === null || BRANDS_WITH_PIN.includes(brand);
			document.getElementById('cardPin-part')!.hidden = !mayNeedPin;
			if (!mayNeedPin) pin.value = '';
		}
		if (isTypingAtEnd(field)) field.value = digits.replace(/(\d{4})(?=\d)/g, '$1 ');
	};
	field.addEventListener('input', update);
	update();
}

/** Shows the mark of a brand, and says its name to screen readers. */
function showBrand(place: HTMLElement, brand: string | null): void {
	place.dataset.brand = String(brand);
	const marks = [...document.querySelectorAll<SVGElement>('.marks [data-brand]')];
	for (const mark of marks) mark.style.opacity = brand === null || mark.dataset.brand === brand ? '1' : '.25';
	const mark = marks.find((one) => one.dataset.brand === brand);
	const name = document.createElement('span');
	name.textContent = brand ?? '';
	place.replaceChildren(name);
	if (!mark) return;
	name.className = 'hidden';
	const copy = mark.cloneNode(true) as SVGElement;
	// Some drawings have letters in them, which would be said as well.
	copy.setAttribute('aria-hidden', 'true');
	place.prepend(copy);
}
