import { TEST_ACCOUNTS } from './accounts';
import { OTP, TEST_CARDS } from './cards';
import type { Sandbox } from './index';

/** Lists what a person needs to work with a sandbox: its keys, test cards, test accounts and controls, as lines for a terminal. */
export function listing({
	url,
	options: { apiKey, clientId, privateKey, publicKey },
}: Pick<Sandbox, 'url' | 'options'>): string {
	return `Keys of the sandbox
  API Key      ${apiKey}
  Client ID    ${clientId}
  Private Key  ${privateKey}
  Public Key   ${publicKey}

Test cards (any other valid card number asks for the OTP and is approved; the OTP is always ${OTP}; 3DS: the customer is sent to
a page of the bank; 2DS: final at once)
  ${cardLines().join('\n  ')}

Test accounts at every bank (any other number of 10 digits takes transfers; one that begins with 9 names no account)
  ${accountLines().join('\n  ')}

Controls of the sandbox, below ${url}
  GET  /sandbox/transactions    the transactions so far
  GET  /sandbox/transfers       the transfers so far, and the balance
  GET  /sandbox/requests        the requests so far
  POST /sandbox/faults          let a coming request fail, e.g. {"on": "charge", "kind": "reset"}
  POST /sandbox/configure       change an option, e.g. {"cardAuth": "bearer"}
  POST /sandbox/transactions/{transactionReference}/status   set its status, e.g. {"status": 6}, and notify
  POST /sandbox/transactions/{transactionReference}/notify   notify again, e.g. {"overrides": {"status": 1}}
  POST /sandbox/bank-payments/{requestId}/pay  pay to the account of a bank payment, e.g. {"amountMinor": 1050}
  POST /sandbox/transfers/{reference}/status   set the status of a transfer, e.g. {"status": "COMPLETE"}
  POST /sandbox/revoke-tokens   make all access tokens invalid
  POST /sandbox/reset           start afresh
A single request fails with the header x-sandbox-fault: reset, hang, empty, brokenJson, status:500, html:502 or
delay:200, each optionally followed by ;when=before (the service does not act). To lose the answer to the next charge:
  curl -H 'content-type: application/json' -d '{"on": "charge", "kind": "reset"}' ${url}/sandbox/faults`;
}

function cardLines(): string[] {
	return TEST_CARDS.map(({ number, expiryMonth, expiryYear, cvv, pin, flow, decision }) => {
		const expiry = `${expiryMonth}/${expiryYear}`;
		const pinText = (pin ? `PIN ${pin}` : '').padEnd(8);
		return [number.padEnd(19), expiry, `CVV ${cvv}`, pinText, flow, decision.errorMessage].join('  ');
	});
}

function accountLines(): string[] {
	return TEST_ACCOUNTS.map(({ number, holder, decision, later }) => {
		const course = [decision, later].map((said) => said && `${said.status} (${said.responseMessage})`);
		return [number, holder.padEnd(23), course.filter(Boolean).join(', later ')].join('  ');
	});
}
