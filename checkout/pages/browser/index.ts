import { enhanceForm } from './form';

// What the pages add where there is JavaScript. It holds no data of a page, so its hash is always the same.
for (const form of document.forms) enhanceForm(form);
offerButtons();
followTimer();

/** Shows the buttons that copy a part of a receipt or print it, and lets them do so. */
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
