import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { EventBody } from '../../src/modules/events/index.ts';
import { followEvents } from '../events/scenarios.ts';
import { until } from '../waiting.ts';
import { deliver, sendDue } from './receiver.ts';
import { webhookDesk } from './webhook-desk.ts';

const FOLDER = path.join(import.meta.dirname, '../../../examples/webhook-receiver');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let desk: Awaited<ReturnType<typeof webhookDesk>>;
let baseUrl: string;
let folder: string;
let key: string;
before(async () => {
  desk = await webhookDesk();
  // Receivers compare with the time of the machine.
  desk.app.system.clock.advance(Date.now() - desk.app.system.clock.now().getTime());
  await desk.app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = desk.app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  baseUrl = `http://127.0.0.1:${address.port}`;
  ({ 'api-key': key } = await desk.app.apiKey(desk.app.demo, 'events:read', 'products:read'));
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-receiver-'));
});
after(async () => {
  await desk.app.close();
  await rm(folder, { recursive: true });
});

/** A receiver of the examples as a process, and the lines that it prints. */
interface Example {
  readonly url: string;
  readonly lines: string[];
  stop(): Promise<void>;
}

async function start(program: string): Promise<Example> {
  const settings = { LATCHKEY_URL: baseUrl, LATCHKEY_API_KEY: key, INBOX: path.join(folder, 'inbox.db') };
  const child: ChildProcess = spawn(process.execPath, [path.join(FOLDER, program)], {
    env: { ...settings, WEBHOOK_SECRET: SECRET, PORT: '0', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  assert.ok(child.stdout);
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const url = await until('the receiver to listen', () => {
    if (child.exitCode !== null) throw new Error(`the receiver ended: ${lines.join('\n')}`);
    return lines.find((line) => line.startsWith('listening on '))?.slice('listening on '.length);
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, lines, stop };
}

/** Sends an event as a webhook, signed with a secret, and returns the status of the answer. */
async function post(url: string, event: EventBody, secret = SECRET, now = new Date()): Promise<number> {
  const body = JSON.stringify(event);
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(event.id, now, body),
  };
  return (await fetch(url, { method: 'POST', body, headers })).status;
}

async function lastEvent(): Promise<EventBody> {
  const { items } = await desk.vendor.call<{ items: EventBody[] }>('GET', '/api/events?pageSize=1');
  return items[0] ?? assert.fail('there is no event');
}

const FORGED = `whsec_${Buffer.alloc(32).toString('base64')}`;
const SIX_MINUTES_MS = 360_000;

test('the receiver with the library handles each event once, in any order, and fetches what it has missed', async (t) => {
  const receiver = await start('receiver.js');
  t.after(() => receiver.stop());
  const { id } = await desk.create(receiver.url, { secret: SECRET });
  await desk.change();
  await deliver(desk.app);
  const event = await lastEvent();
  const line = `handled product.updated product/app ${event.subject.sequence}`;
  await until('the event to be handled', () => receiver.lines.includes(line));
  const [delivery] = await desk.deliveriesOf(id);
  assert.equal(delivery?.status, 'Delivered');

  await desk.vendor.call('POST', `/api/webhooks/${id}/deliveries/${delivery?.id}/retry`);
  await sendDue(desk.app);
  const later = {
    ...event,
    id: 'later',
    subject: { ...event.subject, sequence: event.subject.sequence + 2 },
  };
  const earlier = {
    ...event,
    id: 'earlier',
    subject: { ...event.subject, sequence: event.subject.sequence + 1 },
  };
  assert.deepEqual([await post(receiver.url, later), await post(receiver.url, earlier)], [204, 204]);
  await until('the late event', () => receiver.lines.some((text) => text.startsWith('late product.updated')));
  assert.equal(
    receiver.lines.filter((text) => text === line).length,
    1,
    'what arrives twice is handled once',
  );
  assert.equal(await post(receiver.url, later, FORGED), 401);
  assert.equal(await post(receiver.url, later, SECRET, new Date(Date.now() - SIX_MINUTES_MS)), 401);

  await receiver.stop();
  await desk.change('synth');
  await followEvents(desk.app);
  const missed = await lastEvent();
  const next = await start('receiver.js');
  t.after(() => next.stop());
  const fetched = `handled product.updated product/synth ${missed.subject.sequence}`;
  await until('what was missed', () => next.lines.includes(fetched));
  assert.ok(!next.lines.includes(line), 'what was handled before is not handled again');
});

test('the receiver without a library accepts what is signed and fresh, and nothing else', async (t) => {
  const receiver = await start('ten-lines.js');
  t.after(() => receiver.stop());
  const event = await lastEvent();
  assert.equal(await post(receiver.url, event), 204);
  assert.ok(receiver.lines.includes(`${event.id} ${event.type}`));
  assert.equal(await post(receiver.url, event, FORGED), 401);
  assert.equal(await post(receiver.url, event, SECRET, new Date(Date.now() - SIX_MINUTES_MS)), 401);
  assert.equal((await fetch(receiver.url, { method: 'POST', body: '{}' })).status, 401);
});

test('the guide shows the receiver without a library as it is', async () => {
  const program = await readFile(path.join(FOLDER, 'ten-lines.js'), 'utf8');
  const guide = await readFile(path.join(FOLDER, '../../docs/guide/webhooks.md'), 'utf8');
  const code = program.slice(program.indexOf('const key'), program.indexOf('server.listen'));
  assert.ok(code.split('\n').length > 8 && guide.includes(code.trimEnd()));
});
