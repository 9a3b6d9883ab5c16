export default async function stopN8n(): Promise<void> {
	await (globalThis as { stopN8n?: () => Promise<void> }).stopN8n?.();
}
