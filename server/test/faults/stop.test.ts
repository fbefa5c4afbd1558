import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertInvariants } from '../invariants.ts';
import { faultRuns, openShop } from './shop-server.ts';
import { openLoad, stopUnderLoad } from './stop-under-load.ts';

const STOPS = faultRuns(2, 100);
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

test(`a server that is asked to stop under load answers every request it was sent, ${STOPS} times`, async (t) => {
  const shop = await openShop();
  try {
    let responses = 0;
    for (let stop = 0; stop < STOPS; stop += 1) {
      const server = await shop.start();
      responses += await stopUnderLoad(server, () =>
        server.signal(SIGNALS[stop % SIGNALS.length] ?? 'SIGTERM'),
      );
    }
    t.diagnostic(`${responses} requests were answered`);
    await shop.look(({ reader }) => assertInvariants(reader));
  } finally {
    await shop.close();
  }
});

test('a client detects a request that a dying server drops', async () => {
  const shop = await openShop();
  try {
    const server = await shop.start();
    const { clients, warm } = openLoad(server.baseUrl);
    await warm;
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
