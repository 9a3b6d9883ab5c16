import luhn from 'fast-luhn';

import { brandOf } from '../../../gateway/values/brand';
import { isPersonName } from '../../../gateway/values/name';
import { withWesternDigits } from '../digits';

const isWritten = (text: string) => text !== '';

/** Checks by field name. The server checks everything again. */
const CHECKS: Readonly<Record<string, (text: string, field: HTMLInputElement) => boolean>> = {
	email: (text) => /^\S+@\S+\.\S+$/.test(text),
	firstName: isPersonName,
	lastName: isPersonName,
	cardNumber: (text) => /^\d{12,19}$/.test(digitsOf(text)) && luhn(digitsOf(text)),
	expiry: (text) => isToCome(/^(0?[1-9]|1[0-2])[/.-]?(?:20)?(\d\d)$/.exec(text.replace(/\s/g, ''))),
	cvv: (text, { minLength, maxLength }) => /^\d+$/.test(text) && minLength <= text.length && text.length <= maxLength,
	cardPin: (text) => /^(\d{4,12})?$/.test(text),
	otp: isWritten,
};

// The first digits tell nothing of the brand yet.
const DIGITS_OF_BRAND = 6;

// Debit cards, of which some services ask the PIN of online.
const BRANDS_WITH_PIN = ['Verve', 'Maestro', 'Elo'];

// Cards are valid to the end of their month, which ends last at UTC-12. A clock that is a day slow does no harm.
const DAY = 86_400_000;

/** Groups the card number, writes the slash of the expiry, checks each field when it is left, and sends the form only once. */
export function enhanceForm(form: HTMLFormElement): void {
	const inputs = [...form.querySelectorAll('input')];
	const checked = inputs.filter(({ name }) => name in CHECKS);
	const findInput = (wanted: string) => inputs.find(({ name }) => name === wanted);
	for (const field of checked) checkWhenLeft(field);
	submitOnce(form, checked);

	// Tells the server that the browser runs JavaScript.
	const jsField = findInput('js');
	if (jsField) jsField.value = '1';

	const expiry = findInput('expiry');
	if (expiry) formatExpiry(expiry);
	const cardNumber = findInput('cardNumber');
	const cvv = findInput('cvv');
	if (cardNumber && cvv) formatCardNumber(cardNumber, cvv, findInput('cardPin'));
}

function digitsOf(text: string): string {
	return withWesternDigits(text).replace(/[\s-]/g, '');
}

/** Says whether a card's last month is not over yet. */
function isToCome(expiry: RegExpExecArray | null): boolean {
	return expiry !== null && Date.now() < Date.UTC(2000 + Number(expiry[2]), Number(expiry[1])) + DAY;
}

/** Checks a field, and shows what is wrong in place of its hint. */
function check(field: HTMLInputElement): boolean {
	const isValid = CHECKS[field.name]!(withWesternDigits(field.value).trim(), field);
	field.setAttribute('aria-invalid', String(!isValid));
	showNote(field, !isValid);
	return isValid;
}

function showNote({ name, value }: HTMLInputElement, isWrong: boolean): void {
	const note = document.getElementById(`${name}-note`)!;
	const { hint, error, missing } = note.dataset;
	const problem = value.trim() === '' ? missing : error;
	note.textContent = isWrong ? problem! : hint!;
	note.hidden = note.textContent === '';
	note.classList.toggle('wrong', isWrong);
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

/** Says whether the customer types at the end of a field, so that what follows may be written for them. */
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

/** Groups the digits of a card number by four, shows the card's brand, and asks for what a card of this brand has. */
function formatCardNumber(field: HTMLInputElement, cvv: HTMLInputElement, pin: HTMLInputElement | undefined): void {
	const place = document.getElementById('brand')!;
	const update = () => {
		const digits = digitsOf(field.value);
		const brand = brandOf(digits);
		if (place.dataset.brand !== String(brand)) {
			place.dataset.brand = String(brand);
			showBrand(place, brand);
			describeCode(cvv, brand);
		}
		if (pin) askForPin(pin, digits.length >= DIGITS_OF_BRAND && (brand === null || BRANDS_WITH_PIN.includes(brand)));
		if (isTypingAtEnd(field)) field.value = digits.replace(/(\d{4})(?=\d)/g, '$1 ');
	};
	field.addEventListener('input', update);
	update();
}

/** Shows the field of the PIN where the card may need it, or always, as the shop wants it. */
function askForPin(pin: HTMLInputElement, isNeeded: boolean): void {
	const part = document.getElementById('cardPin-part')!;
	if (part.dataset.local === undefined) return;
	part.hidden = !isNeeded;
	if (!isNeeded) pin.value = '';
}

/** Asks for as many digits of the security code as the brand has. */
function describeCode(cvv: HTMLInputElement, brand: string | null): void {
	const { dataset } = document.getElementById('cvv-note')!;
	dataset.unknown ??= dataset.hint;
	const isAmex = brand === 'American Express';
	dataset.hint = brand === null ? dataset.unknown! : isAmex ? dataset.four! : dataset.three!;
	// Browsers refuse a least length above the greatest one, so it is raised last.
	cvv.minLength = 3;
	cvv.maxLength = brand === null || isAmex ? 4 : 3;
	if (isAmex) cvv.minLength = 4;
	if (cvv.getAttribute('aria-invalid') !== 'true') showNote(cvv, false);
}

/** Shows the mark of a brand in the field, lets the other marks of the row fade, and says its name to screen readers. */
function showBrand(place: HTMLElement, brand: string | null): void {
	document.getElementById('card')!.classList.toggle('known', brand !== null);
	const name = document.createElement('span');
	name.textContent = brand ?? '';
	place.replaceChildren(name);
	for (const mark of document.querySelectorAll<SVGElement>('.marks svg')) {
		const isOurs = mark.dataset.brand === brand;
		mark.classList.toggle('current', isOurs);
		if (!isOurs) continue;
		name.className = 'hidden';
		place.prepend(mark.cloneNode(true));
	}
}
