import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { START, device, licensed, offline, problem, settle, text, tokenAt } from '../../test/device-world.ts';

describe('an activation in the browser', () => {
  const PENDING = {
    id: 'p',
    request: 'https://demo.example.com/api/client/activations/p',
    browser: 'https://demo.example.com/activate/b',
  };
  const request = (): Response => Response.json(PENDING);

  it('is polled until it is approved, and survives a restart', async () => {
    const own = device();
    const app = await own.open();
    own.world.answer = (path) =>
      path.endsWith('/request') ? request() : new Response(null, { status: 204 });
    const { browserUrl, finished } = await app.activate();
    assert.equal(browserUrl, PENDING.browser);
    assert.equal(app.state().activationUrl, PENDING.browser);
    await own.work(60_000);
    assert.equal(own.world.requests.length <= 32, true);
    await app.close();
    assert.deepEqual(await finished, { outcome: 'Interrupted' });
    assert.equal(own.timers(), 0);
    const again = await own.open();
    own.world.answer = () => new Response(`${tokenAt(START)}\n`);
    const outcome = again.activation()?.finished;
    await own.work(10_000);
    assert.equal((await outcome)?.outcome, 'Activated');
    assert.equal(again.state().status, 'Active');
    assert.equal(again.state().activationUrl, undefined);
    await again.close();
  });

  it('continues after everything that is not final, and slows down on request', async () => {
    const own = device();
    const app = await own.open();
    own.world.answer = request;
    const { finished } = await app.activate();
    for (const answer of [
      offline,
      text('<html>'),
      problem(503, 'Overloaded'),
      problem(500, 'InternalError'),
    ]) {
      own.world.answer = answer;
      await own.work(60_000);
    }
    own.world.answer = problem(429, 'RateLimited', { 'retry-after': '100' });
    await own.work(120_000);
    const count = own.world.requests.length;
    await own.work(90_000);
    assert.equal(own.world.requests.length <= count + 1, true);
    own.world.answer = () => new Response(tokenAt(START));
    await own.work(200_000);
    assert.equal((await finished).outcome, 'Activated');
    await app.close();
  });

  it('ends when the customer cancels it, nobody approves it, or the server refuses it', async () => {
    for (const [errorType, outcome] of [
      ['ActivationRequestCancelled', 'Cancelled'],
      ['ActivationRequestExpired', 'Expired'],
      ['LicenseRevoked', 'Refused'],
    ] as const) {
      const { app, world, work } = await licensed();
      world.answer = request;
      const { finished } = await app.activate();
      world.answer = problem(400, errorType);
      await work(10_000);
      assert.equal((await finished).outcome, outcome);
      assert.deepEqual([app.state().status, app.state().activationUrl], ['Active', undefined]);
      await app.close();
    }
  });

  it('is cancelled by the application, or by its signal, on the server, too', async () => {
    const own = device();
    const app = await own.open();
    own.world.answer = request;
    const first = await app.activate();
    await first.cancel();
    assert.deepEqual(await first.finished, { outcome: 'Cancelled' });
    assert.equal(own.world.requests.at(-1), '/api/customer/activations/b/cancel');
    const aborting = new AbortController();
    const second = await app.activate({ signal: aborting.signal });
    aborting.abort();
    assert.deepEqual(await second.finished, { outcome: 'Cancelled' });
    await settle();
    assert.deepEqual([app.activation(), app.state().activationUrl], [undefined, undefined]);
    await app.close();
  });

  it('gives no address to open but that of a page', async () => {
    const own = device();
    const app = await own.open();
    own.world.answer = () => Response.json({ ...PENDING, browser: 'file:///etc/passwd' });
    await assert.rejects(app.activate(), { code: 'Unreachable' });
    await app.close();
  });
});
