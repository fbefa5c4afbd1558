import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DemoShop, ShopAnswer } from './demo-shop.ts';

/** Deployed applications poll every one to five seconds. */
const POLL_MILLISECONDS = 1_000;
const MOST_POLLS = 60;

/** An application on a device that requests an activation in the browser. */
export interface Application {
  readonly deviceSignature: string;
  /** The URL that it opens in the browser. */
  readonly browserUrl: string;
  /** The URL that it polls for an approval. */
  readonly pollUrl: string;
  /** Polls until the response is not to wait any longer. */
  readonly poll: () => Promise<ShopAnswer>;
}

/** Starts the activation of a product on a device that the shop has not seen before. */
export async function startActivation(
  { demo, send }: DemoShop,
  productId: string,
  deviceName: string,
): Promise<Application> {
  const deviceSignature = randomUUID();
  const body = { deviceName, deviceSignature };
  const { status, text } = await send('POST', `/api/client/activations/${productId}/request`, { body });
  assert.equal(status, 200, text);
  const { request, browser }: { request: string; browser: string } = JSON.parse(text);
  assert(request.startsWith(demo.baseUrl), 'the address to poll is absolute');
  const path = request.slice(demo.baseUrl.length);
  return {
    deviceSignature,
    browserUrl: browser,
    pollUrl: request,
    poll: async () => {
      for (let polls = 0; polls < MOST_POLLS; polls += 1) {
        const answer = await send('GET', path);
        if (answer.status !== 204) return answer;
        await wait(POLL_MILLISECONDS);
      }
      return assert.fail('nobody approved or cancelled');
    },
  };
}
