import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { deliveryHandlers } from '../../src/jobs.ts';
import type { EventBody } from '../../src/modules/events/index.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { followEvents } from '../events/scenarios.ts';
import type { TestApp } from '../harness.ts';

/** A message that a receiver got. */
export interface Received {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers one message; by default with 204. */
export type Answer = (response: ServerResponse, message: Received) => void;

/** A receiver on this machine that remembers what it gets. */
export interface Receiver {
  readonly url: string;
  readonly messages: Received[];
  /** From now on. */
  answer: Answer;
  /** The events of its messages, in the order of their arrival. */
  events(): EventBody[];
  close(): Promise<void>;
}

export async function startReceiver(answer: Answer = accept): Promise<Receiver> {
  const messages: Received[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const message = { path: request.url, headers, body: await text(request) };
    messages.push(message);
    receiver.answer(response, message);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: Pick<AddressInfo, 'port'> = addressOf(server.address());
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    answer,
    events: () => messages.map(({ body }) => JSON.parse(body)),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  assert.ok(typeof address === 'object' && address !== null);
  return address;
}

export const accept: Answer = (response) => {
  response.writeHead(204).end();
};

/** Answers with a status, and a body if there is one. */
export function status(code: number, body = '', headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(code, headers).end(body);
  };
}

/** Verifies a message as receivers do. Throws if its signature is wrong. */
export function verify(secret: string, { body, headers }: Received): void {
  new Webhook(secret).verify(body, headers);
}

/** Derives the events of what has happened, and sends everything that is due. */
export async function deliver(
  app: TestApp,
  options: Parameters<typeof deliveryHandlers>[1] = {},
): Promise<void> {
  await followEvents(app);
  await sendDue(app, options);
}

/** Sends everything that is due. */
export async function sendDue(
  { system }: TestApp,
  options: Parameters<typeof deliveryHandlers>[1] = {},
): Promise<void> {
  const worker = startJobWorker(system, deliveryHandlers(system, options), {
    pollIntervalMs: 0,
    concurrency: 16,
  });
  await worker.drain();
  await worker.stop();
}
