import type { Fault } from '../../../dev/sandbox';

/** Every way in which the service takes a request and its answer does not arrive. */
export const LOSSES: Array<[string, Pick<Fault, 'kind' | 'status'>]> = [
	['resets the connection', { kind: 'reset' }],
	['hangs past the time limit', { kind: 'hang' }],
	['answers 500', { kind: 'status', status: 500 }],
	['answers 502 with an HTML page', { kind: 'html', status: 502 }],
	['answers 200 with nothing', { kind: 'empty' }],
	['answers 200 with broken JSON', { kind: 'brokenJson' }],
];
