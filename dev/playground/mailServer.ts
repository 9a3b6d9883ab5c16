import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** An e-mail of plain text. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
}

/** Takes e-mails by SMTP (RFC 5321, as much of it as n8n's Send Email node speaks) and delivers none. */
export function createMailServer(onMail: (mail: Mail) => void): Server {
	return createServer((socket) => void converse(socket, onMail).catch(() => socket.destroy()));
}

const ANSWERS: Record<string, string> = {
	EHLO: '250 sandbox',
	HELO: '250 sandbox',
	DATA: '354 End with a dot',
	QUIT: '221 Bye',
};

async function converse(socket: Socket, onMail: (mail: Mail) => void): Promise<void> {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let message: string[] | undefined;
	say('220 sandbox');
	for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
		if (!message) {
			const command = line.slice(0, 4).toUpperCase();
			say(ANSWERS[command] ?? '250 OK');
			if (command === 'DATA') message = [];
			if (command === 'QUIT') socket.end();
		} else if (line === '.') {
			onMail(readMail(message));
			message = undefined;
			say('250 OK');
		} else {
			// A line that begins with a dot got another one on its way.
			message.push(line.replace(/^\./, ''));
		}
	}
}

function readMail(lines: string[]): Mail {
	const end = lines.indexOf('');
	// A long header goes on in lines that begin with a space.
	const headers = lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ').split('\n');
	const header = (name: string) =>
		headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
	const text = decode(lines.slice(end + 1), header('content-transfer-encoding').toLowerCase());
	return { to: header('to'), subject: header('subject'), text: text.trim() };
}

function decode(lines: string[], encoding: string): string {
	if (encoding === 'base64') return Buffer.from(lines.join(''), 'base64').toString();
	if (encoding !== 'quoted-printable') return lines.join('\n');
	const bytes = lines
		.join('\n')
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}
