import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ended } from '../server-process.ts';
import { type Outcome, sendSteadily } from './steady-client.ts';

export const CONNECTIONS = 24;
/** The load has started when clients have received this number of responses. */
const WARM_ANSWERS = 2 * CONNECTIONS;
const MOST_DELAY_MS = 200;

/**
 * Puts the server under load, stops it at some moment, and fails when it ends with another code than 0 or a client lost
 * a request. Returns the number of answered requests.
 */
export async function stopUnderLoad(
  { baseUrl, ended }: { readonly baseUrl: string; readonly ended: Promise<Ended> },
  askToStop: () => void,
): Promise<number> {
  const { clients, warm } = openLoad(baseUrl);
  await Promise.race([warm, ended]);
  await delay(randomInt(MOST_DELAY_MS));
  askToStop();
  const [outcomes, { code, stdout, stderr }] = await Promise.all([Promise.all(clients), ended]);
  assert.equal(code, 0, stdout + stderr);
  const dropped = outcomes.filter((outcome) => outcome.dropped > 0).length;
  assert.equal(dropped, 0, `${dropped} of ${CONNECTIONS} clients lost a request`);
  for (const { statuses } of outcomes) assert.deepEqual([...statuses], [200]);
  return outcomes.reduce((sum, { responses }) => sum + responses, 0);
}

/** Clients that send requests until the server ends; `warm` resolves when all of them are at work. */
export function openLoad(baseUrl: string): { clients: Promise<Outcome>[]; warm: Promise<void> } {
  const port = Number(new URL(baseUrl).port);
  const warm = Promise.withResolvers<void>();
  let answers = 0;
  const count = (): void => {
    answers += 1;
    if (answers === WARM_ANSWERS) warm.resolve();
  };
  const clients = Array.from({ length: CONNECTIONS }, (_, client) =>
    sendSteadily(port, requestOf(client), count),
  );
  return { clients, warm: warm.promise };
}

/** Half of the clients read, half write. */
function requestOf(client: number): string {
  const host = 'host: 127.0.0.1\r\n';
  if (client % 2 === 0) return `GET /api/customer/storefront HTTP/1.1\r\n${host}\r\n`;
  const items = [{ type: 'Product', productId: 'app', variationId: 'app-once', quantity: 1 }];
  const body = JSON.stringify({ items });
  const headers = `${host}content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  return `PATCH /api/customer/orders/${randomUUID()} HTTP/1.1\r\n${headers}\r\n${body}`;
}
