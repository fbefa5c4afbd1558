import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Arena } from '../arena.ts';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { cartRequest } from '../mixed-load.ts';
import { msText, perSecondText, rateText } from '../report.ts';
import { productId } from '../seed.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, medianBy, ROUNDS, WARMUP_SECONDS } from './figure.ts';

const ENDPOINTS = 20;
const AIM_RATIO = 0.97;
const AIM_DELAY_MS = 1_000;
const AIM_DELIVERIES_PER_SECOND = 1_000;
/** Changes one after another, for the delay; and many, for the rate: each of them is an event for every endpoint. */
const CHANGES = { single: 200, many: 1_000 };
const CARTS = 1_000;
const PATIENCE_MS = 300_000;

const Endpoint = Type.Object({ id: Type.String() });
const Replaying = Type.Object({ replay: Type.Optional(Type.Object({})) });
const Events = Type.Object({ items: Type.Array(Type.Object({ sequence: Type.Integer() })) });
const ChangeMessage = Type.Object({
  subject: Type.Object({ id: Type.String() }),
  data: Type.Object({ tagline: Type.String() }),
});

/**
 * What follows the journal beside what writes it: validations and carts with twenty webhook endpoints and with none, in
 * turn on one server; how late an event arrives; and how many messages a server sends in a second.
 */
export const events: Bench = async (arena) => {
  const receiver = await startReceiver();
  const target = await arena.start({ LATCHKEY_WEBHOOK_NETWORKS: '127.0.0.1' });
  try {
    const vendor = vendorOf(arena, target);
    await endOfEvents(vendor);
    const endpoints: string[] = [];
    for (let index = 0; index < ENDPOINTS; index += 1) {
      const body = { url: receiver.url, types: ['*'] };
      endpoints.push(Value.Parse(Endpoint, await vendor('POST', '/api/webhooks', body)).id);
    }
    const toggle = async (action: 'enable' | 'disable'): Promise<void> => {
      for (const id of endpoints) await vendor('POST', `/api/webhooks/${id}/${action}`);
    };
    const shop = { arena, target, vendor, endpoints, receiver, toggle };
    return [
      await inTurn(shop, 'license validate', validations(arena)),
      await inTurn(shop, 'order update, two lines', carts(arena)),
      await delayOf(shop),
      ...(await rateOf(shop)),
    ];
  } finally {
    await target.stop();
    receiver.close();
  }
};

type Vendor = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<unknown>;

interface Shop {
  readonly arena: Arena;
  readonly target: Target;
  readonly vendor: Vendor;
  readonly endpoints: readonly string[];
  readonly receiver: Receiver;
  /** Disables or enables all endpoints. */
  readonly toggle: (action: 'enable' | 'disable') => Promise<void>;
}

function vendorOf({ seeded }: Arena, { url }: Target): Vendor {
  return async (method, path, body = {}) => {
    const headers = { 'api-key': seeded.apiKey, 'content-type': 'application/json' };
    const request = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}${path}`, request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text}`);
    const result: unknown = text === '' ? undefined : JSON.parse(text);
    return result;
  };
}

function validations({ seeded }: Arena): Uint8Array[] {
  const path = `/api/client/licenses/${seeded.productId}/validate`;
  return seeded.tokens.map((token) => requestBytes('POST', path, { 'content-type': 'text/plain' }, token));
}

function carts({ seeded }: Arena): Uint8Array[] {
  const ids = Array.from({ length: CARTS }, () => randomUUID());
  return [1, 2, 3].flatMap((quantity) =>
    ids.map((orderId) => cartRequest(seeded.variationIds, { orderId, token: undefined, quantity })),
  );
}

/** The same load with no endpoint and with twenty, in turn; the round with the median ratio. */
async function inTurn(
  { target, toggle }: Shop,
  what: string,
  requests: readonly Uint8Array[],
): Promise<FigureOfBench> {
  const load = { port: target.port, requests, connections: CONNECTIONS };
  await runLoad({ ...load, warmupSeconds: WARMUP_SECONDS, seconds: 0.5 });
  const rounds: { readonly alone: LoadResult; readonly followed: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await toggle('disable');
    const alone = await runLoad({ ...load, seconds: 2 });
    await toggle('enable');
    rounds.push({ alone, followed: await runLoad({ ...load, seconds: 2 }) });
  }
  const ratioOf = ({ alone, followed }: (typeof rounds)[number]) => followed.perSecond / alone.perSecond;
  const median = medianBy(rounds, ratioOf);
  const ratio = ratioOf(median);
  return {
    what: `${what}, ${ENDPOINTS} webhook endpoints`,
    measured: rateText(median.followed),
    perSecond: median.followed.perSecond,
    limit: `${perSecondText(median.alone.perSecond)} with none: ${ratio.toFixed(2)}`,
    aim: `≥ ${AIM_RATIO} of the rate with none`,
    isReached: ratio >= AIM_RATIO,
  };
}

/** From the answer to a change, which is sent after its commit, to the arrival of its event at each endpoint. */
async function delayOf({ vendor, receiver }: Shop): Promise<FigureOfBench> {
  const delays: number[] = [];
  for (let index = 0; index < CHANGES.single; index += 1) {
    const tagline = `single ${index}`;
    const arrivals = receiver.expect(tagline, ENDPOINTS);
    await vendor('PATCH', `/api/products/${productId(0)}`, { tagline });
    const committedAt = performance.now();
    for (const arrivedAt of await arrivals) delays.push(Math.max(0, arrivedAt - committedAt));
  }
  const sorted = delays.toSorted((one, other) => one - other);
  const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const p99 = percentile(0.99);
  return {
    what: `an event at each of ${ENDPOINTS} endpoints, after its commit`,
    measured: `p50 ${msText(percentile(0.5))}, p90 ${msText(percentile(0.9))}, p99 ${msText(p99)}`,
    aim: `p99 ≤ ${AIM_DELAY_MS / 1_000} s`,
    isReached: p99 <= AIM_DELAY_MS,
  };
}

/** Many events are sent again to all endpoints: alone, and beside validations on a timetable. */
async function rateOf(shop: Shop): Promise<FigureOfBench[]> {
  const { arena, target, vendor, receiver } = shop;
  const from = new Date().toISOString();
  for (let index = 0; index < CHANGES.many; index += 1)
    await vendor('PATCH', `/api/products/${productId(index % 10)}`, { tagline: `many ${index}` });
  await receiver.rest();
  const perSecond = await replayAll(shop, from);
  const requests = validations(arena);
  const load = { port: target.port, requests, connections: CONNECTIONS };
  const full = await runLoad({ ...load, seconds: 2 });
  const half = { ...load, perSecond: full.perSecond / 2, seconds: 4 };
  const alone = await runLoad(half);
  const replaying = replayAll(shop, from);
  const beside = await runLoad(half);
  const rateBeside = await replaying;
  return [
    {
      what: `webhooks to ${ENDPOINTS} endpoints`,
      measured: perSecondText(perSecond),
      perSecond,
      aim: `≥ ${perSecondText(AIM_DELIVERIES_PER_SECOND)}`,
      isReached: perSecond >= AIM_DELIVERIES_PER_SECOND,
    },
    {
      what: `license validate at half load, beside ${perSecondText(rateBeside)} webhooks`,
      measured: `p50 ${msText(beside.p50Ms)}, p90 ${msText(beside.p90Ms)}, p99 ${msText(beside.p99Ms)}`,
      limit: `p99 ${msText(alone.p99Ms)} without`,
    },
  ];
}

/** Sends everything since a time again to all endpoints; returns the messages per second. */
async function replayAll({ vendor, endpoints, receiver }: Shop, from: string): Promise<number> {
  const before = receiver.count();
  const startedAt = performance.now();
  await Promise.all(
    endpoints.map((id) => vendor('POST', `/api/webhooks/${id}/replay`, { from, types: ['product.*'] })),
  );
  for (const id of endpoints) await endOfReplay(vendor, id);
  const lastAt = await receiver.rest();
  return (receiver.count() - before) / ((lastAt - startedAt) / 1_000);
}

/** The server derives the events of the seeded database first; they are not what is measured. */
async function endOfEvents(vendor: Vendor): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  const newest = async () =>
    Value.Parse(Events, await vendor('GET', '/api/events?pageSize=1')).items[0]?.sequence;
  let last: number | undefined;
  for (let next = await newest(); next !== last || next === undefined; next = await newest()) {
    if (performance.now() > end) throw new Error('the events of the seeded database do not end');
    last = next;
    await delay(QUIET_MS);
  }
}

async function endOfReplay(vendor: Vendor, id: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (Value.Parse(Replaying, await vendor('GET', `/api/webhooks/${id}`)).replay !== undefined) {
    if (performance.now() > end) throw new Error(`the replay to ${id} does not end`);
    await delay(QUIET_MS / 4);
  }
}

interface Receiver {
  readonly url: string;
  readonly count: () => number;
  /** When so many messages with this text have arrived, the time of each. */
  readonly expect: (tagline: string, messages: number) => Promise<number[]>;
  /** When nothing has arrived for a while after the call: the time of the last message. */
  readonly rest: () => Promise<number>;
  readonly close: () => void;
}

const QUIET_MS = 2_000;

/** A receiver that accepts everything. */
async function startReceiver(): Promise<Receiver> {
  let count = 0;
  let lastAt = performance.now();
  let expected:
    | { readonly tagline: string; readonly arrivals: number[]; readonly done: () => void; left: number }
    | undefined;
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      count += 1;
      lastAt = performance.now();
      if (expected === undefined || expected.left === 0) return;
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      if (!Value.Check(ChangeMessage, body) || body.data.tagline !== expected.tagline) return;
      expected.arrivals.push(lastAt);
      expected.left -= 1;
      if (expected.left === 0) expected.done();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    count: () => count,
    expect: async (tagline, messages) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const arrivals: number[] = [];
      expected = { tagline, arrivals, done: resolve, left: messages };
      await Promise.race([promise, tooLate(`${messages} messages about ${tagline}`)]);
      return arrivals;
    },
    rest: async () => {
      const calledAt = performance.now();
      const quietFor = () => performance.now() - Math.max(lastAt, calledAt);
      while (quietFor() < QUIET_MS && performance.now() < calledAt + PATIENCE_MS) await delay(QUIET_MS / 4);
      return lastAt;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Rejects after a while, without keeping the process. */
async function tooLate(what: string): Promise<never> {
  await delay(PATIENCE_MS, undefined, { ref: false });
  throw new Error(`${what} did not arrive`);
}
