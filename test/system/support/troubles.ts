import { setTimeout as wait } from 'node:timers/promises';

/** The way of one request to the service and back. */
export interface Passage {
	/** Hands the request, or only its beginning, to the service, and gives the answer as it is on the wire. */
	forward(part?: number): Promise<Buffer>;
	/** Sends a piece of an answer; false when nobody waits for it any more. */
	send(piece: Buffer | string): Promise<boolean>;
	/** Ends the connection to n8n: as after a whole answer, or as broken. */
	end(): void;
	cut(): void;
	/** From 0 up to 1, for what a trouble leaves open. */
	chance(what: string): number;
}

/** Longer than n8n waits for an answer in these tests. */
const TOO_LATE = 1_300;
const LONGEST_DELAY = 60;
const LARGEST_PIECE = 40;

const badGateway = (status: string) =>
	`HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: 20\r\nconnection: close\r\n\r\n<h1>Bad gateway</h1>`;

const TOO_MANY =
	'HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncontent-length: 23\r\nconnection: close\r\n\r\n{"message":"Slow down"}';

/** Everything that can happen to a request. Each says by its name whether the service has acted. */
export const TROUBLES = {
	none: async (passage: Passage) => await whole(passage, await passage.forward()),

	async delayed(passage: Passage) {
		await wait(passage.chance('delay') * LONGEST_DELAY);
		await whole(passage, await passage.forward());
	},

	cutBeforeActing(passage: Passage) {
		passage.cut();
		return Promise.resolve();
	},

	/** Half of the request arrives, so that there is nothing to act on. */
	async cutWhileSending(passage: Passage) {
		await passage.forward(0.3 + passage.chance('part') * 0.6);
		passage.cut();
	},

	async cutAfterActing(passage: Passage) {
		await passage.forward();
		passage.cut();
	},

	async answeredTooLate(passage: Passage) {
		const answer = await passage.forward();
		await wait(TOO_LATE);
		await whole(passage, answer);
	},

	/** n8n has given up, and has perhaps looked for the payment already, when the service acts. */
	async actedTooLate(passage: Passage) {
		await wait(TOO_LATE);
		await whole(passage, await passage.forward());
	},

	async sentInPieces(passage: Passage) {
		const answer = await passage.forward();
		for (let at = 0, piece = 0; at < answer.length; piece++) {
			const end = at + 1 + Math.floor(passage.chance(`piece ${piece}`) * LARGEST_PIECE);
			if (!(await passage.send(answer.subarray(at, end)))) break;
			at = end;
		}
		passage.end();
	},

	/** The connection ends before the length that was announced. */
	async truncated(passage: Passage) {
		const answer = await passage.forward();
		await whole(passage, answer.subarray(0, cutIn(answer, passage)));
	},

	/** The length is right, but the JSON in it is not whole. */
	async shortened(passage: Passage) {
		const answer = await passage.forward();
		const { head, body } = partsOf(answer.subarray(0, cutIn(answer, passage)));
		await whole(
			passage,
			`${head.replace(/content-length: \d+/i, `content-length: ${Buffer.byteLength(body)}`)}${body}`,
		);
	},

	async refusedBeforeActing(passage: Passage) {
		await whole(passage, TOO_MANY);
	},

	async badGatewayBeforeActing(passage: Passage) {
		await whole(passage, badGateway('502 Bad Gateway'));
	},

	async badGatewayAfterActing(passage: Passage) {
		await passage.forward();
		await whole(passage, badGateway('504 Gateway Timeout'));
	},

	/** The answer never comes, however long n8n waits; the service has acted. */
	async heldAfterActing(passage: Passage) {
		await passage.forward();
	},
};

export type Trouble = keyof typeof TROUBLES;

async function whole(passage: Passage, answer: Buffer | string): Promise<void> {
	await passage.send(answer);
	passage.end();
}

function partsOf(answer: Buffer): { head: string; body: string } {
	const text = answer.toString();
	const end = text.indexOf('\r\n\r\n') + 4;
	return { head: text.slice(0, end), body: text.slice(end) };
}

/** A place within the body. */
function cutIn(answer: Buffer, passage: Passage): number {
	const start = answer.indexOf('\r\n\r\n') + 4;
	return start + 1 + Math.floor(passage.chance('cut') * (answer.length - start - 1));
}
