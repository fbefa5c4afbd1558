import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createClient, Refusal } from '@latchkey/sdk';
import { answer, done } from './client.ts';
import { ConnectionLost, UnexpectedAnswer } from '@latchkey/ui/failures/failures.ts';
import { send } from './transport.ts';

/** A call with this response. */
function vendorCall(reply: (request: Request) => Promise<Response>) {
  const client = createClient({ baseUrl: 'http://shop.test', fetch: reply });
  return client.GET('/api/public/vendors/current');
}

const replying = (body: string | ReadableStream, init?: ResponseInit) =>
  vendorCall(() => Promise.resolve(new Response(body, init)));

describe('a call of the API', () => {
  it('answers the JSON', async () => {
    assert.equal((await answer(replying('{"name":"Demo"}'))).name, 'Demo');
  });

  it('reads nothing of an answer that says nothing, but raises its refusal', async () => {
    await done(replying(''));
    await assert.rejects(done(replying('', { status: 403 })), { name: 'Refusal', status: 403 });
  });

  it('raises the refusal of the server', async () => {
    const problem = { title: 'Busy', errorType: 'Overloaded' };
    const call = replying(JSON.stringify(problem), { status: 503, headers: { 'retry-after': '7' } });
    await assert.rejects(answer(call), (failure) => {
      assert(failure instanceof Refusal);
      assert.deepEqual([failure.errorType, failure.retryAfterSeconds], ['Overloaded', 7]);
      return true;
    });
  });

  it('raises ConnectionLost when no answer arrives, or when it breaks off', async () => {
    const breaking = new ReadableStream({
      start: (stream) => {
        stream.error(new TypeError('network error'));
      },
    });
    for (const call of [
      vendorCall(() => Promise.reject(new TypeError('Failed to fetch'))),
      vendorCall(() => Promise.reject(new DOMException('Too late', 'TimeoutError'))),
      replying(breaking),
    ]) {
      await assert.rejects(answer(call), ConnectionLost);
    }
  });

  it('raises UnexpectedAnswer when a success is no answer of the API', async () => {
    for (const body of ['', 'OK', '<h1>Sign in to the network</h1>', 'null']) {
      await assert.rejects(answer(replying(body)), UnexpectedAnswer, body);
    }
  });
});

/** The page is in German, and has these responses of the server in its HTML. */
function showPage(t: TestContext, answers: readonly object[]): void {
  const page = { documentElement: { lang: 'de-AT' }, querySelectorAll: () => answers };
  Reflect.set(globalThis, 'document', page);
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
}

describe('a request of the page', () => {
  it('takes the response that the server has put into the page, once, unless it is the request of a customer', async (t) => {
    t.mock.method(performance, 'now', () => 1_000);
    const answers: object[] = [];
    const remove = () => answers.pop();
    answers.push({ dataset: { answer: '/api/shop?a=b' }, textContent: '{"name":"Demo"}', remove });
    showPage(t, answers);
    const fetched = t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response('{}')));
    const headers = { authorization: 'Bearer token' };
    await send(new Request('http://shop.test/api/shop?a=b', { headers }));
    await send(new Request('http://shop.test/api/shop?a=b', { method: 'POST' }));
    await send(new Request('http://shop.test/api/shop'));
    assert.equal(fetched.mock.callCount(), 3);
    const first = await send(new Request('http://shop.test/api/shop?a=b'));
    assert.deepEqual([await first.json(), fetched.mock.callCount()], [{ name: 'Demo' }, 3]);
    await send(new Request('http://shop.test/api/shop?a=b'));
    assert.equal(fetched.mock.callCount(), 4);
  });

  it('follows no redirect, leaves nothing in the cache, has the language of the page, and stops when the caller does', async (t) => {
    showPage(t, []);
    const fetched = t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response()));
    const stopping = new AbortController();
    await send(new Request('http://shop.test/api', { signal: stopping.signal }));
    const [request, { redirect, cache, signal } = {}] = fetched.mock.calls[0]?.arguments ?? [];
    assert(request instanceof Request);
    assert.equal(request.headers.get('accept-language'), 'de-AT');
    assert.deepEqual([redirect, cache, signal?.aborted], ['error', 'no-store', false]);
    stopping.abort();
    assert.equal(signal?.aborted, true);
  });
});
