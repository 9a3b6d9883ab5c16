/** The advice on how to set n8n's public address: n8n before 2.41 knows only the old variable, and later versions call it deprecated. */
export const SET_PUBLIC_ADDRESS =
	'Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.41) to its public https:// address';
