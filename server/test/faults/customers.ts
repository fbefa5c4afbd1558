import { randomUUID } from 'node:crypto';
import { claimsOf } from '../licensing.ts';
import type { Ledger } from './ledger.ts';

/** Raised when the server is unavailable: the customer does not know the outcome of the last request. */
class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

const PASSWORD = 'Violet-42-tram';
const OUTCOMES = ['Succeed', 'Succeed', 'Succeed', 'Fail', 'Delay'] as const;

/**
 * Sends customers through the shop, several at a time, until the server is gone or `signal` is aborted: each signs up, fills and changes a
 * cart, pays, activates devices, validates and releases them. Acknowledged writes go into the ledger. Resolves once
 * every customer has given up, with the reason of one of them, if there is one; rejects on a response that no customer
 * should get.
 */
export async function sendCustomers(
  baseUrl: string,
  ledger: Ledger,
  atATime: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const lanes = Array.from({ length: atATime }, async (_, lane) => {
    for (let turn = 0; signal?.aborted !== true; turn += 1) {
      try {
        await shop(baseUrl, ledger, lane + turn);
      } catch (error) {
        if (error instanceof UnansweredError) return error.message;
        throw error;
      }
    }
    return undefined;
  });
  return (await Promise.all(lanes)).find((reason) => reason !== undefined);
}

const ORDERS_OF_ONE = 4;

async function shop(baseUrl: string, ledger: Ledger, turn: number): Promise<void> {
  const customer = await signUp(baseUrl, ledger);
  for (let order = 0; order < ORDERS_OF_ONE; order += 1) {
    const { orderId, checkout } = await fillCart(baseUrl, ledger, customer.token, turn + order);
    await pay(baseUrl, ledger, { orderId, checkout, email: customer.email }, turn + order);
    if (ledger.completed.has(orderId)) await useDevices(baseUrl, ledger, customer.token);
  }
}

async function signUp(baseUrl: string, ledger: Ledger) {
  const email = `${randomUUID()}@example.com`;
  const answer = await call(`${baseUrl}/api/customer/identity/sign-up`, 'POST', {
    json: { name: 'Ada', email, password: PASSWORD },
  });
  const { id, accessToken } = JSON.parse(answer);
  ledger.customers.add(String(id));
  return { email, token: String(accessToken) };
}

async function fillCart(baseUrl: string, ledger: Ledger, accessToken: string, turn: number) {
  const authorization = `Bearer ${accessToken}`;
  const orderId = randomUUID();
  const entry = { acknowledged: 0, requested: 0 };
  ledger.orders.set(orderId, entry);
  let checkout = '';
  for (let change = 0; change < 1 + (turn % 3); change += 1) {
    entry.requested = 1 + ((turn + change) % 4);
    const items = [{ type: 'Product', productId: 'app', variationId: 'app-once', quantity: entry.requested }];
    const url = `${baseUrl}/api/customer/orders/${orderId}?checkout=true`;
    checkout = String(JSON.parse(await call(url, 'PATCH', { json: { items }, authorization })).checkoutUrl);
    entry.acknowledged = entry.requested;
  }
  return { orderId, checkout };
}

async function pay(
  baseUrl: string,
  ledger: Ledger,
  { orderId, checkout, email }: { orderId: string; checkout: string; email: string },
  turn: number,
): Promise<void> {
  const { pathname } = new URL(checkout);
  const sandboxOutcome = OUTCOMES[turn % OUTCOMES.length];
  const answer = await call(`${baseUrl}/api${pathname}/pay`, 'POST', {
    json: { name: 'Ada', email, sandboxOutcome },
  });
  ledger.paying.add(orderId);
  if (JSON.parse(answer).status === 'Completed') ledger.completed.add(orderId);
}

async function useDevices(baseUrl: string, ledger: Ledger, accessToken: string): Promise<void> {
  const path = `${baseUrl}/api/client/licenses/app`;
  const first = await call(`${path}/request`, 'POST', {
    json: { deviceName: 'A device', deviceSignature: randomUUID() },
    authorization: `Bearer ${accessToken}`,
  });
  const id = note(ledger, first);
  note(ledger, await call(`${path}/validate`, 'POST', { text: first }));
  ledger.releasing.add(id);
  await call(`${path}/revoke`, 'POST', { text: first });
  ledger.released.add(id);
}

/** Records the content of a license token, and returns the id of its activation. */
function note(ledger: Ledger, token: string): string {
  const { id, iat } = claimsOf(token);
  ledger.activations.set(String(id), Number(iat));
  return String(id);
}

interface Content {
  readonly json?: object;
  readonly text?: string;
  readonly authorization?: string;
}

async function call(url: string, method: string, { json, text, authorization }: Content): Promise<string> {
  const headers = {
    'content-type': json === undefined ? 'text/plain' : 'application/json',
    ...(authorization !== undefined && { authorization }),
  };
  const body = json === undefined ? (text ?? '') : JSON.stringify(json);
  const answer = await answerTo(new Request(url, { method, headers, body }));
  // 502 and 504 are those of a proxy.
  if ([502, 503, 504].includes(answer.status))
    throw new UnansweredError(
      `${answer.status} ${/"(?:detail|title)":"([^"]+)"/.exec(answer.body)?.[1] ?? answer.body}`,
    );
  if (answer.status !== 200) throw new Error(`${method} ${url} answers ${answer.status}: ${answer.body}`);
  return answer.body;
}

/** A response counts only when it is complete. */
async function answerTo(request: Request): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const response = await fetch(request);
    return { status: response.status, body: await response.text() };
  } catch (error) {
    throw new UnansweredError('no answer', { cause: error });
  }
}
