/** Shows the buttons that copy a part of a receipt, and lets them do so. */
export function offerCopies(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
		button.hidden = false;
		button.addEventListener('click', () => {
			const { copy, copied } = button.dataset;
			void navigator.clipboard.writeText(copy!).then(() => {
				button.textContent = copied!;
			});
		});
	}
}
