import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';

const VENDOR = '/api/public/vendors/current';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe('a method that a path does not take', () => {
  test('is 405 with the methods that it takes', async () => {
    for (const [method, url, allow] of [
      ['DELETE', VENDOR, 'GET, HEAD, OPTIONS'],
      ['PUT', `/api/customer/orders/${randomUUID()}`, 'GET, HEAD, OPTIONS, PATCH'],
      ['GET', '/api/customer/identity/sign-up', 'OPTIONS, POST'],
      ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const response = await app.inject({ method, url });
      assert.deepEqual([response.statusCode, response.json().errorType], [405, 'MethodNotAllowed'], url);
      assert.equal(response.headers.allow, allow);
    }
    assert.equal((await app.inject({ method: 'DELETE', url: '/api/nothing' })).statusCode, 404);
  });

  test('is 404 where the path takes the method, and has nothing there', async () => {
    const answer = await app.inject({ url: '/assets/of-an-older-version.js' });
    assert.deepEqual([answer.statusCode, answer.json().errorType], [404, 'NotFound']);
  });

  test('is told by OPTIONS, and HEAD answers as GET does without the body', async () => {
    const options = await app.inject({ method: 'OPTIONS', url: VENDOR });
    assert.deepEqual([options.statusCode, options.headers.allow], [204, 'GET, HEAD, OPTIONS']);
    assert.equal((await app.inject({ method: 'OPTIONS', url: '/api/nothing' })).statusCode, 404);
    const head = await app.inject({ method: 'HEAD', url: VENDOR });
    const get = await app.inject({ url: VENDOR });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
    assert.equal(head.headers['content-length'], get.headers['content-length']);
    assert.equal((await app.inject({ method: 'HEAD', url: '/api/customer/meta/user' })).statusCode, 401);
  });
});
