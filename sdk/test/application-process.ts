import process from 'node:process';
import { openApplication } from '../src/application/index.ts';
import { fileStorage } from '../src/application/node/file-storage.ts';

/** An order to this process: what to do, and what the server answers to it. */
export interface ProcessOrder {
  readonly does: 'requestLicense' | 'validate' | 'forget' | 'reload' | 'close';
  readonly answer: string;
}

/** An application on the file of the first parameter, with the key of the second one; it does what its parent tells it. */
const [, , file = '', pem = ''] = process.argv;
let answer = '';
const app = await openApplication({
  baseUrl: 'https://demo.example.com',
  accountId: 'demo',
  productId: 'app',
  device: { name: 'Studio', signature: 'device' },
  keys: { pem },
  // The tokens of the tests are older than any grace period.
  graceSeconds: 100 * 365 * 86_400,
  validateEverySeconds: 100 * 365 * 86_400,
  storage: fileStorage(file),
  fetch: async () => new Response(answer),
});

async function carryOut(order: ProcessOrder): Promise<void> {
  answer = order.answer;
  if (order.does === 'requestLicense') await app.requestLicense({ accessToken: 'x' });
  else await app[order.does]();
  const state = app.state();
  process.send?.('license' in state ? new Date(state.license.validatedAt).toISOString() : state.status);
  if (order.does === 'close') process.disconnect?.();
}

process.on('message', (order: ProcessOrder) => void carryOut(order));
process.send?.('ready');
