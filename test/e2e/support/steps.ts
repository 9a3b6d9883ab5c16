import type { Locator, Page } from 'playwright-core';

/** The parts of the browser's page that are used in it. */
interface Part {
	closest(selector: string): Part | null;
	getAttribute(name: string): string | null;
	textContent: string | null;
}
interface Happening {
	isTrusted: boolean;
	type: string;
	key?: string;
	target: Part;
}
declare function addEventListener(type: string, listener: (event: Happening) => void, capture: boolean): void;

/** A person's steps in the browser: each click, each key, and each value that is typed into a field. */
export class Steps {
	private readonly done: string[] = [];

	private constructor() {}

	/** Begins to count on the page that is open, on those that follow, and in other tabs. */
	static async count(page: Page): Promise<Steps> {
		const steps = new Steps();
		await page.context().exposeFunction('didStep', (step: string) => steps.add(step));
		await page.context().addInitScript(report);
		await page.evaluate(report);
		return steps;
	}

	/** Counts what no page sees, such as a key for the browser itself. */
	add(...steps: string[]): void {
		this.done.push(...steps);
	}

	/** Returns the steps so far, one line for each step. */
	soFar(): Promise<string[]> {
		return Promise.resolve([...this.done]);
	}
}

/** Types a value into a field as a person does, who clicks into it unless the cursor is there already. */
export async function typeInto(input: Locator, text: string): Promise<void> {
	if ((await input.and(input.page().locator(':focus')).count()) === 0) await input.click();
	await input.fill(text);
}

/** The steps with their numbers, one in each line. */
export function listOf(steps: string[]): string {
	return steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
}

// It runs in the browser.
function report(): void {
	const placeOf = (target: Part) => {
		const named = target.closest('[data-test-id]')?.getAttribute('data-test-id') ?? target.getAttribute('id') ?? '';
		return `${named} ${target.textContent?.trim().slice(0, 40) ?? ''}`.trim();
	};
	const { didStep } = globalThis as unknown as { didStep: (step: string) => void };
	// An event that the page itself brings about is no step of a person. A value that is filled in comes as one input.
	const tell = ({ isTrusted, type, key, target }: Happening) => {
		if (isTrusted) didStep([type, key, placeOf(target)].filter(Boolean).join(' '));
	};
	for (const type of ['pointerdown', 'keydown', 'input']) addEventListener(type, tell, true);
}
