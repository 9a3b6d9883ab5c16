import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { LimitFunction } from 'p-limit';

import type { Journal } from './sentRequests';
import type { Parameters } from './parameters';
import type { Result } from '../payments/result';
import type { Connection } from '../transport/connection';

/** How many requests may be under way unless the user says otherwise. What moves money goes one after another, in order. */
export const REQUESTS_AT_ONCE = { money: 1, reads: 20 };

/** What the items of one run of a node share. */
export interface Run extends Connection {
	signal: AbortSignal | undefined;
	/** Bounds the number of requests at once. */
	limit: LimitFunction;
}

/** An operation of a node: the file that has it is all there is to it. */
export interface Operation<Request = unknown> {
	/** Its fields in the editor, without `displayOptions` for resource and operation. */
	description: INodeProperties[];
	/** Reads and checks one item's parameters. Nothing may be sent here. @throws GatewayError */
	prepare(parameters: Parameters, journal: Journal): Request;
	/** Sends the request and says what came of it. @throws GatewayError when nothing came of it */
	perform(run: Run, request: Request): Promise<Result>;
	/** For operations that move money. */
	money?: MoneyRules<Request>;
	/** For operations that wait for people: puts the execution to wait, if there is anything to wait for. */
	wait?(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<void>;
	/** True when the operation itself bounds its requests, because most of its time is pauses. */
	limitsItself?: boolean;
}

/** What an operation that moves money has to know, so that nothing is sent twice and nothing is forgotten. */
export interface MoneyRules<Request> {
	/** The reference that identifies the request at the service. */
	reference(request: Request): string;
	/** What the editor calls that reference. */
	referenceField: string;
	/** What a refused or unsent request has not done, for messages: "not charged". */
	notDone: string;
	/** Looks up a request that an earlier try has sent, without sending it again. */
	lookUpSent(run: Run, request: Request): Promise<Result>;
}
