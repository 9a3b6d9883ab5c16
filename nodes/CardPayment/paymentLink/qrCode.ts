import { generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgSource } from 'lean-qr/extras/svg';

import type { Result } from '../../shared/payments/result';

/** The QR code of a link, as a file. */
export function qrCodeOf(url: string, format: 'png' | 'svg'): NonNullable<Result['files']>[string] {
	const code = generate(url);
	if (format === 'svg') {
		const content = Buffer.from(toSvgSource(code, { on: 'black', off: 'white', scale: 4 }));
		return { content, name: 'payment-link.svg', type: 'image/svg+xml' };
	}
	const white = [255, 255, 255, 255] as const;
	const content = Buffer.from(toPngBuffer(code, { off: white, scale: 6 }));
	return { content, name: 'payment-link.png', type: 'image/png' };
}
