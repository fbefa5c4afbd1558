import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { keepSales } from '../../server/src/modules/reports/index.ts';
import type { Arena } from '../arena.ts';
import { MAX_ORIGINALS, multiplySales } from '../multiply.ts';
import { buy, withSystem } from '../purchases.ts';
import { msText } from '../report.ts';
import { productId } from '../seed.ts';
import type { Target } from '../target.ts';
import { type Bench, type FigureOfBench, medianBy } from './figure.ts';

const AIM_MS = 200;
const AIM_SEARCH_MS = 100;
/** After the first, which counts for itself: the server has just started, and nothing of the database is in memory. */
const CALLS = 9;

const Orders = Type.Object({
  items: Type.Array(Type.Object({ id: Type.String(), number: Type.String(), customerId: Type.String() })),
});
const Customer = Type.Object({ email: Type.String() });

/**
 * What operators look at in the dashboard, one call after another, with as many orders, and buyers with licenses, as the
 * database has customers beside them.
 */
export const desk: Bench = async (arena) => {
  await seedSales(arena);
  const target = await arena.start();
  try {
    const figures: FigureOfBench[] = [];
    for (const path of await pathsOf(arena, target)) figures.push(await latencyOf(arena, target, path));
    return figures;
  } finally {
    await target.stop();
  }
};

/** Buyers of the first product, each with an order, its payment, its receipt and a license; the most are copies. */
export async function seedSales(arena: Arena): Promise<void> {
  const originals = Math.min(arena.seeded.size, MAX_ORIGINALS);
  const copies = Math.ceil(arena.seeded.size / originals) - 1;
  const location = await withSystem(arena, async (ctx) => {
    for (let index = 0; index < originals; index += 1) await buy(ctx, `${productId(0)}-perpetual`);
    return ctx.config.databaseLocation;
  });
  if (copies > 0) await multiplySales(arena.engine, location, copies);
  await arena.analyse();
  // A server does so every hour.
  await withSystem(arena, keepSales);
}

const PRODUCT = productId(0);
/** The home page shows it. */
const SALES = '/api/reports/sales';
/** A report that counts rows: it has no target. */
const ACTIVATIONS = '/api/reports/activations';
const LISTS = [
  '/api/customers',
  '/api/customers?sort=email',
  '/api/customers?search=buyer',
  '/api/orders',
  '/api/orders?sort=createdAt',
  '/api/orders?status=Open',
  '/api/orders?status=Completed',
  '/api/orders?refunded=true',
  '/api/orders?undue=true',
  `/api/orders?productFilter=${PRODUCT}`,
  `/api/orders?productFilter=${PRODUCT}&status=Open`,
  `/api/orders?refunded=true&status=Completed&productFilter=${PRODUCT}`,
  '/api/licenses',
  '/api/licenses?status=Expired',
  '/api/licenses?status=Revoked&sort=createdAt',
  `/api/licenses?productFilter=${PRODUCT}&status=Active`,
  '/api/trials',
  '/api/subscriptions?paymentState=Held',
  '/api/documents',
  '/api/documents?kind=Invoice',
  '/api/disputes?status=Open',
  '/api/withdrawals?open=true',
  '/api/vouchers/batches',
  '/api/events?order=newest',
  '/api/audit',
  '/api/audit?actorKind=Operator',
  '/api/jobs',
  '/api/webhooks',
  '/api/violations',
];

/** Searches, lists, the pages of one customer and one order, and figures. */
async function pathsOf(arena: Arena, target: Target): Promise<string[]> {
  const read = (path: string) => get(arena, target, path);
  const { items } = Value.Parse(Orders, await read('/api/orders?sort=createdAt&pageSize=1'));
  const [order] = items;
  if (order === undefined) throw new Error('there is no order');
  const { email } = Value.Parse(Customer, await read(`/api/customers/${order.customerId}`));
  const day = (ago: number) => Temporal.Now.plainDateISO('UTC').subtract({ days: ago }).toString();
  const earlier = `before=${day(300)}T00:00:00Z`;
  const texts = [
    'buyer',
    'customer 12',
    email,
    order.number,
    order.id,
    'device 12',
    'device-12',
    'bench product',
  ];
  return [
    ...texts.map((text) => `/api/search?text=${encodeURIComponent(text)}`),
    ...LISTS,
    `/api/customers?after=${day(400)}T00:00:00Z&${earlier}&sort=createdAt`,
    `/api/orders?status=Completed&after=${day(400)}T00:00:00Z&${earlier}`,
    `/api/documents?kind=Receipt&since=${day(400)}T00:00:00Z&${earlier}`,
    `/api/customers/${order.customerId}`,
    `/api/customers/${order.customerId}/timeline`,
    `/api/orders?email=${encodeURIComponent(email)}`,
    `/api/orders?number=${order.number}`,
    `/api/licenses?orderId=${order.id}`,
    `${SALES}?from=${day(1)}&to=${day(0)}&payments=Test`,
    `${SALES}?from=${day(30)}&to=${day(0)}&payments=Test`,
    `${ACTIVATIONS}?from=${day(90)}&to=${day(0)}`,
    `/api/analytics/usage?from=${day(90)}&to=${day(0)}`,
  ];
}

async function latencyOf(arena: Arena, target: Target, path: string): Promise<FigureOfBench> {
  const times: number[] = [];
  for (let call = 0; call <= CALLS; call += 1) {
    const begin = performance.now();
    await get(arena, target, path);
    times.push(performance.now() - begin);
  }
  const [first = 0, ...others] = times;
  const median = medianBy(others, (ms) => ms);
  const figure = {
    what: path.replaceAll(/[\da-f]{8}-[\da-f-]+/g, '…'),
    measured: `${msText(median)}, first ${msText(first)}, slowest after it ${msText(Math.max(...others))}`,
    perSecond: 1_000 / median,
  };
  if (path.startsWith(ACTIVATIONS)) return figure;
  const aim = path.startsWith('/api/search') ? AIM_SEARCH_MS : AIM_MS;
  return { ...figure, aim: `≤ ${msText(aim)}`, isReached: Math.max(...times) <= aim };
}

async function get({ seeded }: Arena, { url }: Target, path: string): Promise<unknown> {
  const answer = await fetch(url + path, { headers: { 'api-key': seeded.apiKey } });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
