import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { assertInvariants } from '../invariants.ts';
import { faultRuns, openShop } from './shop-server.ts';
import { sendSteadily } from './steady-client.ts';

const STOPS = faultRuns(3, 100);
const CONNECTIONS = 24;
const MOST_MS = 500;

/** Half of the clients read, half write. */
function requestOf(client: number): string {
  const host = 'host: 127.0.0.1\r\n';
  if (client % 2 === 0) return `GET /api/customer/storefront HTTP/1.1\r\n${host}\r\n`;
  const items = [{ type: 'Product', productId: 'app', variationId: 'app-once', quantity: 1 }];
  const body = JSON.stringify({ items });
  const headers = `${host}content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  return `PATCH /api/customer/orders/${randomUUID()} HTTP/1.1\r\n${headers}\r\n${body}`;
}

test(`a server that is asked to stop under load answers every request it was sent, ${STOPS} times`, async (t) => {
  const shop = await openShop();
  try {
    let answered = 0;
    for (let stop = 0; stop < STOPS; stop += 1) {
      const server = await shop.start();
      const port = Number(new URL(server.baseUrl).port);
      const clients = Array.from({ length: CONNECTIONS }, (_, client) =>
        sendSteadily(port, requestOf(client)),
      );
      await delay(100 + randomInt(MOST_MS));
      server.signal('SIGTERM');
      const [outcomes, ended] = await Promise.all([Promise.all(clients), server.ended]);
      assert.equal(ended.code, 0, ended.stderr);
      const dropped = outcomes.filter((outcome) => outcome.dropped > 0).length;
      assert.equal(dropped, 0, `stop ${stop}: ${dropped} of ${CONNECTIONS} clients lost a request`);
      for (const { statuses } of outcomes) assert.deepEqual([...statuses], [200]);
      answered += outcomes.reduce((sum, outcome) => sum + outcome.answered, 0);
    }
    t.diagnostic(`${answered} requests were answered`);
    assert.ok(answered > STOPS * CONNECTIONS, 'there was hardly any load');
    await shop.look(({ reader }) => assertInvariants(reader));
  } finally {
    await shop.close();
  }
});

test('a client notices a request that a dying server drops', async () => {
  const shop = await openShop();
  try {
    const server = await shop.start();
    const port = Number(new URL(server.baseUrl).port);
    const clients = Array.from({ length: CONNECTIONS }, (_, client) => sendSteadily(port, requestOf(client)));
    await delay(200);
    server.signal('SIGKILL');
    const outcomes = await Promise.all(clients);
    assert.ok(
      outcomes.some(({ dropped }) => dropped > 0),
      'a killed server dropped nothing: the test above proves nothing',
    );
    await server.ended;
  } finally {
    await shop.close();
  }
});
