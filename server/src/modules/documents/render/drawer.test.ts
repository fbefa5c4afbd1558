import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrawer } from './drawer.ts';
import type { DocumentContent } from './document-view.ts';

const GATED = new URL('../../../../test/gated-worker.ts', import.meta.url);
/** Longer than any drawing of these tests. */
const LONG_MS = 30_000;

function content(number: string, gate?: Int32Array): DocumentContent {
  const facts = {
    locale: 'en',
    currency: 'EUR',
    timeZone: 'UTC',
    suppliedAt: '2026-11-21T11:00:00Z',
    seller: { name: 'Demo', address: [], country: null, taxId: null, email: null },
    buyer: { name: null, businessName: null, taxId: null, email: null, address: null },
    lines: [],
    reductions: [],
    payment: null,
    original: null,
    reason: null,
    gate,
  };
  return { kind: 'Receipt', number, orderId: 'order', issuedAt: new Date(0), facts };
}

test('a drawing blocks another thread than ours, and what exceeds the queue is refused with Retry-After', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const draw = createDrawer(GATED, { maxQueued: 1, longestMs: LONG_MS });
  const first = draw(content('first', gate));
  const second = draw(content('second'));
  await assert.rejects(draw(content('third')), { status: 503, headers: { 'Retry-After': '1' } });
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  assert.deepEqual([String(await first), String(await second)], ['first', 'second']);
});

test('a document that cannot be drawn, and a thread that ends, fail alone', async () => {
  const draw = createDrawer(GATED, { maxQueued: 9, longestMs: LONG_MS });
  const all = ['bad', 'crash', 'good'].map((number) => draw(content(number)));
  const [bad, crash, good] = await Promise.allSettled(all);
  assert.match(String(bad?.status === 'rejected' && bad.reason), /cannot draw this/);
  assert.match(String(crash?.status === 'rejected' && crash.reason), /exited with code: 3/);
  assert.equal(String(good?.status === 'fulfilled' && good.value), 'good');
});

test('a document that takes too long fails, and the next one is drawn by another thread', async () => {
  const draw = createDrawer(GATED, { maxQueued: 1, longestMs: 3_000 });
  const stuck = new Int32Array(new SharedArrayBuffer(4));
  await assert.rejects(draw(content('stuck', stuck)), { name: 'AbortError' });
  assert.equal(String(await draw(content('next'))), 'next');
});
