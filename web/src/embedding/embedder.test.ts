import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Framed, isFramed, rememberEmbedder, notifyEmbedder, notifySiteEmbedder } from './embedder.ts';

const COMPLETED = { event: 'completed', order: { id: '1' } } as const;
const source = 'moonbase-checkout';

/** A frame, and the messages sent to its parent. */
function frame({ ancestors, referrer = '' }: { ancestors?: readonly string[]; referrer?: string }) {
  const messages: { message: unknown; origin: unknown }[] = [];
  const view: Framed = {
    parent: { postMessage: (message: unknown, origin: unknown) => messages.push({ message, origin }) },
    location: { ...(ancestors && { ancestorOrigins: { item: (index) => ancestors[index] ?? null } }) },
    document: { referrer },
  };
  return { view, sent: messages };
}

test('tells the page around it, at the origin that the browser names', () => {
  const ancestors = ['https://shop.example', 'https://portal.example'];
  const { view, sent: messages } = frame({ ancestors, referrer: 'https://elsewhere.example/' });
  assert.equal(isFramed(view), true);
  notifyEmbedder(COMPLETED, view);
  assert.deepEqual(messages, [{ message: { source, ...COMPLETED }, origin: 'https://shop.example' }]);
});

test('takes the origin that led here where the browser names none', () => {
  const { view, sent: messages } = frame({ referrer: 'https://shop.example/cart?code=1' });
  notifyEmbedder(COMPLETED, view);
  assert.deepEqual(messages, [{ message: { source, ...COMPLETED }, origin: 'https://shop.example' }]);
});

test('takes the origin of the messages of the page around it where the browser names none', () => {
  const { view, sent: messages } = frame({ referrer: 'https://host.example/' });
  rememberEmbedder({ source: view.parent, origin: 'https://shop.example' }, view);
  rememberEmbedder({ source: {}, origin: 'https://stranger.example' }, view);
  notifyEmbedder(COMPLETED, view);
  assert.deepEqual(messages, [{ message: { source, ...COMPLETED }, origin: 'https://shop.example' }]);
});

test('says nothing of a cart to a page whose origin it does not know', () => {
  const { view, sent: messages } = frame({});
  notifySiteEmbedder({ event: 'cart', count: 1, orderId: 'o-1', previousId: undefined }, view);
  notifySiteEmbedder({ event: 'ready' }, view);
  assert.deepEqual(messages, [{ message: { source: 'latchkey', event: 'ready' }, origin: '*' }]);
});

test('sends no order to a page whose origin it does not know, and tells it what anybody may know', () => {
  for (const where of [
    {},
    { referrer: 'no url' },
    { ancestors: ['null'] },
    { referrer: 'data:text/html,x' },
  ]) {
    const { view, sent: messages } = frame(where);
    notifyEmbedder(COMPLETED, view);
    notifyEmbedder({ event: 'billing-details-updated', order: {} }, view);
    assert.deepEqual(messages, []);
    notifyEmbedder({ event: 'close', completed: true }, view);
    assert.deepEqual(messages, [{ message: { source, event: 'close', completed: true }, origin: '*' }]);
  }
});

test('a page of its own has nobody to tell', () => {
  const { view, sent: messages } = frame({ referrer: 'https://shop.example/' });
  const alone: Framed = { ...view };
  Object.assign(alone, { parent: alone });
  assert.equal(isFramed(alone), false);
  notifyEmbedder(COMPLETED, alone);
  assert.deepEqual(messages, []);
});
