import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
	role: string;
	content: string | null;
}

interface Tool {
	function: { name: string; parameters: { properties?: Record<string, unknown> } };
}

/** The question that n8n's OpenAI Chat Model asks (OpenAI's chat completions). */
export interface Question {
	messages: Message[];
	tools?: Tool[];
}

/** The model's reply: text, or the tool that it wants called, by a part of its name, with these arguments. */
export type Reply = string | { tool: string; args: Record<string, unknown> };

const HOST = '127.0.0.1';

/**
 * Stands in for a language model, so that an agent can be tried without an account: its replies follow from the question by a
 * rule, such as `readOrder`.
 */
export class Model {
	/** The questions that it was asked, for tests. */
	readonly questions: Question[] = [];

	private constructor(
		private readonly server: Server,
		private readonly reply: (question: Question) => Reply,
	) {}

	/** @param port any free one by default */
	static async start(reply: (question: Question) => Reply = readOrder, port = 0): Promise<Model> {
		const server = createServer();
		const model = new Model(server, reply);
		server.on('request', (request, response) => void model.serve(request, response));
		await once(server.listen(port, HOST), 'listening');
		return model;
	}

	/** The data of an n8n credential of the type `openAiApi`. */
	get credential(): object {
		return { apiKey: 'none', url: `http://${HOST}:${(this.server.address() as AddressInfo).port}/v1` };
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		response.setHeader('content-type', 'application/json');
		if (request.method === 'GET') {
			response.end(JSON.stringify({ object: 'list', data: [{ id: 'stand-in', object: 'model' }] }));
			return;
		}
		const question = JSON.parse(Buffer.concat((await request.toArray()) as Buffer[]).toString()) as Question;
		this.questions.push(question);
		const message = messageOf(this.reply(question), question.tools ?? []);
		const choices = [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		response.end(
			JSON.stringify({ id: 'reply', object: 'chat.completion', created: 0, model: 'stand-in', choices, usage }),
		);
	}
}

function messageOf(reply: Reply, tools: Tool[]): object {
	if (typeof reply === 'string') return { role: 'assistant', content: reply };
	const tool = tools.find(({ function: { name } }) => name.includes(reply.tool));
	if (!tool) return { role: 'assistant', content: `There is no tool "${reply.tool}".` };
	const call = { name: tool.function.name, arguments: JSON.stringify(reply.args) };
	return { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] };
}

/**
 * Asks for a payment link with what the last message of a person says, such as "ORD-1001, NGN 12.50", and then passes on what the
 * tool has answered.
 */
function readOrder({ messages }: Question): Reply {
	const last = messages.at(-1)!;
	if (last.role === 'tool') return `Here it is: ${last.content}`;
	const [, reference = ''] = /\b([A-Z]+-\d+)\b/.exec(last.content ?? '') ?? [];
	const [, currency = '', amount = ''] = /\b([A-Z]{3}) ?([\d.]+\d)/.exec(last.content ?? '') ?? [];
	if (!reference || !amount)
		return 'Which order is it, and how much is to be paid? Write, for instance: ORD-1001, NGN 12.50';
	return { tool: 'Link', args: { reference, currency, amount, description: `Order ${reference}` } };
}
