import { writeMoment, type Precision } from '../moment';
import { enhanceForm } from './form';

// Enhances the pages where there is JavaScript. It holds no data of a page, so its hash is always the same.
// Whatever a page cannot do without comes first, so that no later failure can prevent it.
followTimer();
for (const form of document.forms) enhanceForm(form);
offerButtons();
writeTimes();

/** Writes times as people do where the browser is: in its zone, and in its variety of the page's language. */
function writeTimes(): void {
	const { lang } = document.documentElement;
	// Some browsers tell no languages.
	const preferred = ((navigator.languages as readonly string[] | undefined) ?? []).filter(
		(code) => code.split(/\W/)[0] === lang,
	);
	for (const time of document.querySelectorAll('time'))
		time.textContent = writeMoment(time.dateTime, time.dataset.precision as Precision, [...preferred, lang]);
}

/** Shows the buttons that copy a reference, print a receipt or enter a test card, and lets them do so. */
function offerButtons(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
		const { copy, copied } = button.dataset;
		offer(button, () => {
			void navigator.clipboard.writeText(copy!).then(() => {
				button.textContent = copied!;
			});
		});
	}
	for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]'))
		offer(button, () => window.print());
	for (const button of document.querySelectorAll<HTMLButtonElement>('[data-fill]'))
		offer(button, () => {
			for (const [name, text] of Object.entries(JSON.parse(button.dataset.fill!) as Record<string, string>))
				enter(document.getElementById(name) as HTMLInputElement, text);
			document.querySelector<HTMLElement>('input:required:invalid, form > button')!.focus();
		});
}

/** Enters a text as a person does, so that the form formats and checks it. */
function enter(field: HTMLInputElement, text: string): void {
	field.value = text;
	for (const type of ['input', 'change']) field.dispatchEvent(new Event(type));
}

function offer(button: HTMLButtonElement, action: () => void): void {
	button.hidden = false;
	button.addEventListener('click', action);
}

/** Reloads the page, or goes to an address, when its time has come. */
function followTimer(): void {
	const timed = document.querySelector<HTMLElement>('[data-seconds]');
	if (!timed) return;
	const { seconds, address } = timed.dataset;
	window.setTimeout(
		() => {
			// So that Back does not return to this page.
			if (address === undefined) location.reload();
			else location.replace(address);
		},
		Number(seconds) * 1000,
	);
}
