/** Shows the buttons that copy a part of a receipt or print it, and lets them do so. */
export function offerButtons(): void {
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
