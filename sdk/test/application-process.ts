import process from 'node:process';
import { openApplication } from '../src/application/index.ts';
import { fileStorage } from '../src/application/node/file-storage.ts';

/** A command for this process: the action, and the server's response. */
export interface ProcessOrder {
  readonly does: 'requestLicense' | 'validate' | 'forget' | 'reload' | 'close';
  readonly answer: string;
}

/**
 * An application with the file of the first parameter, and the key of the second one; it follows its parent's commands.
 */
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
