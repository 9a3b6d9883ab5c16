/** The keys that the contenders send, and without which the service refuses a call. */
export const KEYS = { apiKey: 'bench-api-key', clientId: 'bench-client', privateKey: 'bench-private-key' };
