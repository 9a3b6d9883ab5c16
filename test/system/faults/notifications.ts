import type { Sandbox, Transaction } from '../../../dev/sandbox';
import { APPROVED, decline } from '../../../dev/sandbox/cards';
import { composeMessage } from '../../../dev/sandbox/messages';
import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { chance, choose, shuffled } from '../support/chance';

const SHARE_OF_REPEATS = 0.3;
const SHARE_OF_FORGERIES = 0.1;
/** Of each kind, for forgers to claim that they are paid. */
const UNPAID = 20;

/** A request to a trigger, and whether the service has sent it. */
export interface Notification {
	url: string;
	contentType: string;
	sent: string;
	isGenuine: boolean;
}

/** A trigger's URL, and whether it asks for signed ones. */
export interface Target {
	url: string;
	isSigned: boolean;
}

const FORMATS = { plain: 4, nested: 2, deep: 1, text: 1, name: 1, form: 2 };

/** Notifications of payments at the service, each to one of the targets: new ones, repeats and forged ones, shuffled. */
export class Mail {
	readonly paid: Transaction[];
	private readonly paidAtSigned: Transaction[];
	private readonly unpaid: Transaction[];

	constructor(
		private readonly sandbox: Sandbox,
		private readonly targets: readonly Target[],
		private readonly count: number,
	) {
		const repeats = Math.round(count * SHARE_OF_REPEATS);
		const forgeries = Math.round(count * SHARE_OF_FORGERIES);
		this.paid = Array.from({ length: count - repeats - forgeries }, (_, index) => this.open(`PAID-${index + 1}`));
		for (const transaction of this.paid) sandbox.ledger.setStatus(transaction, APPROVED);
		this.paidAtSigned = this.paid.filter((transaction) => this.targetOf(transaction).isSigned);
		this.unpaid = Array.from({ length: 2 * UNPAID }, (_, index) => this.open(`UNPAID-${index + 1}`));
		for (const transaction of this.unpaid.slice(UNPAID))
			sandbox.ledger.setStatus(transaction, decline('05', 'Declined'));
	}

	all(): Notification[] {
		const repeats = Math.round(this.count * SHARE_OF_REPEATS);
		const forgeries = Math.round(this.count * SHARE_OF_FORGERIES);
		return shuffled(
			[
				...this.paid.map((transaction) => this.genuine(transaction, 'first')),
				...Array.from({ length: repeats }, (_, index) =>
					this.genuine(this.pick(this.paid, `repeat ${index}`), `${index}`),
				),
				...Array.from({ length: forgeries }, (_, index) => this.forged(`forgery ${index}`)),
			],
			'mail',
		);
	}

	private genuine(transaction: Transaction, time: string): Notification {
		return { ...this.message(transaction, `${transaction.merchantReference} ${time}`), isGenuine: true };
	}

	/** Somebody who knows the addresses, but not the private key, claims that something is paid. */
	private forged(name: string): Notification {
		const unpaid = { ...this.pick(this.unpaid, `${name} unpaid`), ...APPROVED };
		const signedFor = this.pick(this.paidAtSigned, `${name} signed`);
		const target = this.targetOf(signedFor);
		const forgeries = {
			unknown: () => this.message({ ...unpaid, transactionReference: `SBX-${name}` }, name),
			unpaid: () => this.message(unpaid, name),
			unsigned: () => ({ ...this.message(signedFor, name), url: target.url }),
			signedForAnother: () => ({ ...this.message(unpaid, name), url: this.urlFor(signedFor, target) }),
			altered: () => ({
				...this.message(signedFor, name),
				url: this.urlFor(signedFor, target).replace(/signedAmount=\d/, 'signedAmount=0'),
			}),
		};
		const kind = choose({ unknown: 3, unpaid: 3, unsigned: 2, signedForAnother: 2, altered: 2 }, name);
		return { ...forgeries[kind](), isGenuine: false };
	}

	private message(transaction: Transaction, name: string): Omit<Notification, 'isGenuine'> {
		const style = choose(FORMATS, 'format', name);
		const { contentType, sent } = composeMessage(
			transaction,
			{},
			{
				...this.sandbox.options,
				notificationFormat: style === 'form' ? 'form' : 'json',
				notificationNesting: style === 'nested' ? 1 : style === 'deep' ? 3 : 0,
				notificationStatus: style === 'text' || style === 'name' ? style : 'code',
			},
		);
		return { url: this.urlFor(transaction, this.targetOf(transaction)), contentType, sent };
	}

	private targetOf({ merchantReference }: Transaction): Target {
		return this.targets[Number(merchantReference.split('-')[1]) % this.targets.length]!;
	}

	private urlFor({ merchantReference: reference, amountMinor, currency }: Transaction, target: Target): string {
		if (!target.isSigned) return target.url;
		return signUrl(
			target.url,
			{ reference, amount: String(amountMinor / 100), currency },
			this.sandbox.options.privateKey,
		);
	}

	private pick(from: readonly Transaction[], name: string): Transaction {
		return from[Math.floor(chance(name) * from.length)]!;
	}

	private open(merchantReference: string): Transaction {
		const url = 'https://shop.example/paid';
		return this.sandbox.ledger.open({
			merchantReference,
			amountMinor: 1000 + Math.floor(chance('amount', merchantReference) * 8000),
			currency: 'NGN',
			decimals: 2,
			flow: 'OTP',
			decision: APPROVED,
			last4: '7499',
			callbackUrl: url,
			webhookURL: url,
			customerId: 'Guest',
		})!;
	}
}
