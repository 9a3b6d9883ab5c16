import { asGatewayError } from '../transport/nodeErrors';

/** What is wrong and what to do, in one text, where there is room for only one: in n8n's log, and where n8n refuses to publish. */
export function problemOf(error: unknown): string {
	const { message, description } = asGatewayError(error);
	return [message, description].filter(Boolean).join(' ');
}
