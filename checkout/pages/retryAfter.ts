import { RefusedError, type GatewayError } from '../../gateway/values/errors';
import { PRESS_AGAIN, UNREACHABLE, type Retry } from './paymentPages';

/** Returns the reason why a form is shown again after a call that did nothing: the service refused the keys or was busy, or nothing was sent. */
export function retryAfter(failure: GatewayError): Retry {
	return failure instanceof RefusedError ? PRESS_AGAIN : UNREACHABLE;
}
