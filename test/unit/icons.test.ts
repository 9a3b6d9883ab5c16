import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import { CardPayment } from '../../nodes/CardPayment/CardPayment.node';
import { CardPaymentCheckout } from '../../nodes/CardPaymentCheckout/CardPaymentCheckout.node';
import { CardPaymentTrigger } from '../../nodes/CardPaymentTrigger/CardPaymentTrigger.node';

const ROOT = join(__dirname, '../..');
const NODES = { CardPayment, CardPaymentCheckout, CardPaymentTrigger };

/** The files of an icon, for light and dark. */
function filesOf(icon: unknown, folder: string): string[] {
	const { light, dark } = icon as Record<'light' | 'dark', string>;
	return [light, dark].map((file) => join(ROOT, folder, file.replace('file:', '')));
}

const ofNodes = Object.entries(NODES).map(
	([name, Node]) => [name, filesOf(new Node().description.icon, `nodes/${name}`)] as const,
);

test.each(ofNodes)('%s has an icon for light and one for dark', (_, files) => {
	expect(files.map((file) => existsSync(file))).toEqual([true, true]);
});

test('no two icons are the same', () => {
	const drawings = ofNodes.flatMap(([, files]) => files.map((file) => readFileSync(file, 'utf8')));
	expect(new Set(drawings).size).toBe(6);
});

test('the credential has the icon of the node, not a copy of it', () => {
	expect(filesOf(new CardPaymentApi().icon, 'credentials')).toEqual(ofNodes[0]![1]);
});
