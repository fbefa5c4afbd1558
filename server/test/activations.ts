import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { TestApp } from './harness.ts';
import type { Shopper } from './inventory.ts';

/** An activation that an application has requested. */
export interface ActivationRequest {
  /** The path to poll. */
  readonly poll: string;
  readonly pollId: string;
  readonly browserId: string;
}

/** The repeated steps of activation tests in the browser, on both sides. */
export function activationsOf(app: TestApp) {
  let devices = 0;

  async function ask(
    productId: string,
    more: { query?: string; signature?: string } = {},
  ): Promise<ActivationRequest> {
    devices += 1;
    const answer = await app.inject({
      method: 'POST',
      url: `/api/client/activations/${productId}/request${more.query ?? ''}`,
      payload: { deviceName: 'Studio Mac', deviceSignature: more.signature ?? `device-${devices}` },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const { id, request, browser } = answer.json();
    assert.equal(request, `http://latchkey.test/api/client/activations/${id}`);
    assert.match(browser, /^http:\/\/latchkey\.test\/activate\/[\w-]{43}$/);
    return { poll: new URL(request).pathname, pollId: id, browserId: browser.split('/').at(-1) };
  }

  function at(
    activation: ActivationRequest,
    action = '',
    by?: Shopper,
    more: Partial<InjectOptions> = {},
  ): Promise<Response> {
    const url = `/api/customer/activations/${activation.browserId}${action}`;
    return app.inject({ url, headers: by?.headers ?? {}, ...more });
  }

  return {
    ask,
    at,
    approve: (
      activation: ActivationRequest,
      as: 'license' | 'trial' | 'cancel',
      by?: Shopper,
    ): Promise<Response> => at(activation, `/${as}`, by, { method: 'POST' }),
    poll: (activation: ActivationRequest): Promise<Response> => app.inject({ url: activation.poll }),
  };
}
