import { OTP } from '../../../dev/sandbox';
import { entries, type ActiveCheckout, type BrowserPage } from '../../engine/support/checkout';
import { chance, choose } from './chance';
import { emailOf } from './orders';

const CARDS_TRIED = { otp: 30, insufficientFunds: 25, threeDSecure: 15, frictionless: 20, wrongCvv: 10 };
const SHARE_OF_WRONG_OTPS = 0.2;
const SHARE_OF_DOUBLE_CLICKS = 0.2;
const SHARE_OF_DECLINES = 0.3;
/** The number of pages that a customer looks at before giving up. */
const PATIENCE = 40;

/** Opens pages in the customer's browser. */
export type Pages = Pick<ActiveCheckout, 'open'>;

/** A customer who has a payment link, and tries until the page says how it ended. */
export class Customer {
	/** The number of forms that were sent. */
	submissions = 0;
	private page!: BrowserPage;

	constructor(
		/** The name of the link's order, which is in the e-mail address as well. */
		readonly name: string,
		readonly link: string,
	) {}

	/** The heading of the last page. */
	get heading(): string | undefined {
		return this.page.heading;
	}

	get asksForCard(): boolean {
		return this.page.fields.includes('cardNumber');
	}

	async pay(checkout: Pages): Promise<void> {
		this.page = await checkout.open(this.link);
		for (let step = 0; step < PATIENCE; step++) {
			const next = await this.next(step);
			if (!next) return;
			this.page = next;
		}
	}

	async reopen(checkout: Pages): Promise<void> {
		this.page = await checkout.open(this.link);
	}

	/** Does what the customer does with the page. Returns the next one; undefined when there is nothing left to do. */
	private async next(step: number): Promise<BrowserPage | undefined> {
		const { page } = this;
		if (this.asksForCard) return await this.submit(step, this.card(step));
		if (page.fields.includes('otp')) {
			const isWrong = chance('otp', this.name, step) < SHARE_OF_WRONG_OTPS;
			return await this.submit(step, { otp: isWrong ? '000000' : OTP });
		}
		if (page.refresh?.address.includes('/3ds/')) {
			const declines = chance('3ds', this.name, step) < SHARE_OF_DECLINES;
			return await page.decide(declines ? 'decline' : 'approve');
		}
		if (page.refresh) return await page.wait();
		if (page.link) return await page.go(page.link);
		return page.status === 503 ? await page.reload() : undefined;
	}

	private card(step: number): Record<string, string> {
		const kind = choose(CARDS_TRIED, 'card', this.name, step);
		const changes = { email: emailOf(this.name), ...(kind === 'wrongCvv' && { cvv: '999' }) };
		return entries(kind === 'wrongCvv' ? 'frictionless' : kind, changes);
	}

	private async submit(step: number, entered: Record<string, string>): Promise<BrowserPage> {
		const clicks = chance('click', this.name, step) < SHARE_OF_DOUBLE_CLICKS ? 2 : 1;
		this.submissions += clicks;
		const answers = await Promise.all(Array.from({ length: clicks }, async () => await this.page.submit(entered)));
		return answers.at(-1)!;
	}
}
