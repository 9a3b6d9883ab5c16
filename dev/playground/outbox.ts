import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';

import { createMailServer, type Mail } from './mailServer';

/** A request that an HTTP Request node has sent. */
interface Post {
	path: string;
	body: Record<string, unknown>;
}

const HOST = '127.0.0.1';

/**
 * Stands in for the shops, CRMs, chats and mail servers that the examples write to: it takes whatever they send, and shows
 * it on a page.
 */
export class Outbox {
	readonly posts: Post[] = [];
	readonly mails: Mail[] = [];
	/** The entries as the page shows them, newest first. */
	private readonly shown: string[] = [];

	private constructor(
		private readonly web: Server,
		private readonly smtp: NetServer,
	) {}

	/** @param port of its page; any free one by default */
	static async start(port = 0): Promise<Outbox> {
		const web = createServer();
		const outbox: Outbox = new Outbox(
			web,
			createMailServer((mail) => outbox.keep(outbox.mails, mail)),
		);
		web.on('request', (request, response) => void outbox.serve(request, response));
		await Promise.all([
			once(web.listen(port, process.env.LISTEN_HOST ?? HOST), 'listening'),
			once(outbox.smtp.listen(0, HOST), 'listening'),
		]);
		return outbox;
	}

	get url(): string {
		return `http://${HOST}:${portOf(this.web)}`;
	}

	/** The data of an n8n credential of the type `smtp`. */
	get smtpCredential(): object {
		return { user: '', password: '', host: HOST, port: portOf(this.smtp), secure: false, disableStartTls: true };
	}

	clear(): void {
		this.posts.length = this.mails.length = this.shown.length = 0;
	}

	async stop(): Promise<void> {
		this.web.closeAllConnections();
		await Promise.all([this.web, this.smtp].map((server) => new Promise((resolve) => server.close(resolve))));
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (request.method === 'GET') {
			response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(this.shown));
			return;
		}
		const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
		this.keep(this.posts, { path: request.url!, body: JSON.parse(text) as Post['body'] });
		response.setHeader('content-type', 'application/json').end('{"ok":true}');
	}

	private keep<T extends Mail | Post>(list: T[], sent: T): void {
		list.push(sent);
		this.shown.unshift(entryOf(sent));
	}
}

function portOf(server: NetServer): number {
	return (server.address() as AddressInfo).port;
}

function entryOf(sent: Mail | Post): string {
	const [title, text] =
		'path' in sent
			? [`POST ${sent.path}`, JSON.stringify(sent.body, null, 2)]
			: [`E-mail to ${sent.to}: ${sent.subject}`, sent.text];
	const linked = escapeHtml(text).replace(/https?:[^\s&]+(?:&amp;[^\s&]+)*/g, '<a href="$&">$&</a>');
	return `<h2>${escapeHtml(title)}</h2><pre>${linked}</pre>`;
}

function pageOf(entries: string[]): string {
	const style =
		'body{font:16px sans-serif;max-width:50em;margin:2em auto}pre{white-space:pre-wrap;word-break:break-all}';
	const content = entries.join('\n') || '<p>Nothing yet.</p>';
	return `<!doctype html><meta http-equiv="refresh" content="5"><title>Outbox</title><style>${style}</style><h1>What the examples have sent</h1>${content}`;
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
