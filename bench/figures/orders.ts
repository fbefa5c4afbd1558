import { randomUUID } from 'node:crypto';
import { requestBytes } from '../load/http-client.ts';
import { runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import { type Bench, CONNECTIONS } from './figure.ts';

const AIMS = { sqlite: 3_000, postgres: 1_500 };
const ORDERS = 1_000;

/** Anonymous buyers change their carts: each request puts two lines into one of a thousand orders. */
export const orders: Bench = async (arena) => {
  const target = await arena.start();
  try {
    const [first = '', second = ''] = arena.seeded.variationIds;
    const requests = Array.from({ length: ORDERS }, (_, index) => {
      const items = [first, second].map((variationId, line) => ({
        type: 'Product',
        productId: `bench-product-${line}`,
        variationId,
        quantity: 1 + (index % 3),
      }));
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ currency: 'EUR', items });
      return requestBytes('PATCH', `/api/customer/orders/${randomUUID()}`, headers, body);
    });
    const result = await runLoad({ port: target.port, requests, connections: CONNECTIONS, seconds: 4 });
    const aim = AIMS[arena.engine];
    return [
      {
        what: 'order update, two lines, durable',
        measured: rateText(result),
        aim: `≥ ${perSecondText(aim)}`,
        isReached: result.perSecond >= aim,
      },
    ];
  } finally {
    await target.stop();
  }
};
