import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { rateText } from '../report.ts';
import { productId } from '../seed.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench } from './figure.ts';

const CARTS = 2_000;
/** The number of carts to create at a time. */
const LANES = 16;
const HEADERS = { 'content-type': 'application/json' };

/** The provider's behavior for the sent payment in the bench, which responds immediately. */
const PAYMENTS = [
  ['checkout start: a payment that stays on its way', 'Delay'],
  ['checkout start, settlement and delivery of the licenses', 'Succeed'],
] as const;

/**
 * Guests pay carts of one line, each of them once. The provider is the sandbox, which takes no time of its own; it
 * accepts payments only outside of production.
 */
export const checkouts: Bench = async (arena) => {
  const target = await arena.start({ NODE_ENV: 'development' });
  try {
    const figures: FigureOfBench[] = [];
    for (const [what, outcome] of PAYMENTS) {
      const result = await checkoutRate(target, outcome);
      figures.push({ what, measured: rateText(result), perSecond: result.perSecond });
    }
    return figures;
  } finally {
    await target.stop();
  }
};

/** Pays carts of one line, each of them once, with an outcome of the sandbox. */
export async function checkoutRate(target: Target, outcome: string): Promise<LoadResult> {
  const requests = await paymentsOf(target, outcome);
  // A cart is paid once: no connection may return to the first one.
  const answers = CARTS - CONNECTIONS;
  const load = { port: target.port, requests, connections: CONNECTIONS, seconds: 60, answers };
  return runLoad({ ...load, warmupSeconds: 0 });
}

async function paymentsOf(target: Target, sandboxOutcome: string): Promise<Uint8Array[]> {
  const payments: Uint8Array[] = [];
  const lanes = Array.from({ length: LANES }, async () => {
    while (payments.length < CARTS) payments.push(await paymentOf(target, sandboxOutcome));
  });
  await Promise.all(lanes);
  return payments.slice(0, CARTS);
}

const CartAnswer = Type.Object({ checkoutUrl: Type.String() });

async function paymentOf(target: Target, sandboxOutcome: string): Promise<Uint8Array> {
  const id = randomUUID();
  const items = [
    { type: 'Product', productId: productId(0), variationId: `${productId(0)}-perpetual`, quantity: 1 },
  ];
  const response = await fetch(`${target.url}/api/customer/orders/${id}?checkout=true`, {
    method: 'PATCH',
    headers: HEADERS,
    body: JSON.stringify({ currency: 'EUR', items }),
  });
  if (!response.ok) throw new Error(`a cart answers ${response.status}: ${await response.text()}`);
  const { pathname, search } = new URL(Value.Parse(CartAnswer, await response.json()).checkoutUrl);
  const buyer = { name: 'Bench Buyer', email: `buyer-${id}@example.com`, sandboxOutcome };
  return requestBytes('POST', `/api${pathname}/pay${search}`, HEADERS, JSON.stringify(buyer));
}
