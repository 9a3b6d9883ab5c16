/** Reloads the page, or goes to an address, when its time has come. */
export function followTimer(): void {
	const timed = document.querySelector<HTMLElement>('[data-seconds]');
	if (!timed) return;
	const { seconds, address } = timed.dataset;
	window.setTimeout(
		() => {
			// The page that was left is not gone back to.
			if (address === undefined) location.reload();
			else location.replace(address);
		},
		Number(seconds) * 1000,
	);
}
