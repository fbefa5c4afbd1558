import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { Account } from '../src/modules/accounts/index.ts';
import type { TestApp } from './harness.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Calls the Core API of an account as its merchant. */
export interface Merchant {
  /** Sends a request and returns the response, successful or not. */
  send(method: Method, url: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  /** The same for requests that must succeed; returns the body. */
  call<Body>(method: Method, url: string, body?: object): Promise<Body>;
}

/** A merchant with an API key that has every scope, or only the listed ones. */
export async function merchantOf(
  app: TestApp,
  account: Account = app.demo,
  ...scopes: string[]
): Promise<Merchant> {
  const key = await app.apiKey(account, ...scopes);
  const send: Merchant['send'] = (method, url, body, headers = {}) => {
    const options: InjectOptions = { method, url, headers: { ...key, ...headers } };
    return app.injectAs(account, body === undefined ? options : { ...options, payload: body });
  };
  return {
    send,
    async call<Body>(method: Method, url: string, body?: object) {
      const response = await send(method, url, body);
      assert.ok(response.statusCode < 300, `${method} ${url}: ${response.statusCode} ${response.body}`);
      return response.json<Body>();
    },
  };
}
