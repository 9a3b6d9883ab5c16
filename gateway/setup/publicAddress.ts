/** Says how n8n is told its public address: n8n before 2.41 knows the old variable alone, and calls it deprecated since. */
export const SET_PUBLIC_ADDRESS =
	'Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.41) to its public https:// address';
