import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { assertInvariants } from '../invariants.ts';
import { startCluster } from '../postgres-cluster.ts';
import { until } from '../waiting.ts';
import { faultRuns, openShop } from './shop-server.ts';

const RESTARTS = faultRuns(2, 20);
const CLIENTS = 8;
const MOST_SECONDS_TO_RECOVER = 5;

interface Answer {
  readonly at: number;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** Changes carts and reads the storefront until stopped; records every response. */
async function keepBuying(baseUrl: string, answers: Answer[], signal: AbortSignal): Promise<void> {
  const items = [{ type: 'Product', productId: 'app', variationId: 'app-once', quantity: 1 }];
  while (!signal.aborted) {
    const response = await fetch(`${baseUrl}/api/customer/orders/${randomUUID()}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    const { status, headers } = response;
    const body = await response.text();
    answers.push({ at: performance.now(), status, retryAfter: headers.get('retry-after'), body });
    // Waits like a client after a 429 or 503, only shorter.
    if (status !== 200) await delay(20);
  }
}

function firstAnswer(answers: readonly Answer[], from: number, status: number): Promise<Answer> {
  return until(`an answer ${status}`, () => answers.slice(from).find((answer) => answer.status === status));
}

test(`a server outlives ${RESTARTS * 2} restarts of its database: 503 meanwhile, and service soon after`, async (t) => {
  const cluster = await startCluster({ durable: true });
  const shop = await openShop(cluster.url);
  const stopped = new AbortController();
  try {
    const server = await shop.start();
    const answers: Answer[] = [];
    const clients = Array.from({ length: CLIENTS }, () =>
      keepBuying(server.baseUrl, answers, stopped.signal),
    );
    const recoveries: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      for (const mode of ['fast', 'immediate'] as const) {
        await firstAnswer(answers, answers.length, 200);
        await cluster.halt(mode);
        const refused = await firstAnswer(answers, answers.length, 503);
        assert.match(refused.retryAfter ?? '', /^\d+$/, 'a 503 that does not say when to try again');
        assert.equal((await fetch(`${server.baseUrl}/healthz`)).status, 200);
        assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 503);
        await cluster.resume();
        const back = performance.now();
        const served = await firstAnswer(answers, answers.length, 200);
        recoveries.push((served.at - back) / 1_000);
      }
    }
    stopped.abort();
    await Promise.all(clients);
    assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200);
    server.signal('SIGTERM');
    assert.equal((await server.ended).code, 0);
    const others = answers.filter(({ status }) => status !== 200 && status !== 503);
    assert.deepEqual(
      others.map(({ status, body }) => `${status} ${body}`),
      [],
    );
    const slowest = Math.max(...recoveries);
    t.diagnostic(`${answers.length} answers; served again after at most ${slowest.toFixed(2)} s`);
    assert.ok(slowest <= MOST_SECONDS_TO_RECOVER, `it took ${slowest.toFixed(1)} s to serve again`);
    await shop.look(({ reader }) => assertInvariants(reader));
  } finally {
    stopped.abort();
    await shop.close();
    await cluster.stop();
  }
});
