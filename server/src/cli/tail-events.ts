import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '../kernel/json.ts';
import { CommandError } from './failure.ts';
import { EXIT_REFUSED } from './release/core-client.ts';

/** An event of the stream: its sequence, its type, and the event as JSON. */
interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

const RECONNECT_MS = 1_000;

export interface Tail {
  readonly url: string;
  readonly key: string;
  readonly type?: string | undefined;
  /** The sequence of the event to begin behind. */
  readonly after?: string | undefined;
  readonly forward?: string | undefined;
  readonly secret?: string | undefined;
  readonly signal: AbortSignal;
  /** Prints an event, and says what else happens. */
  readonly print: (line: string) => void;
  readonly say: (line: string) => void;
}

/**
 * Prints events as they happen, and forwards them, until `signal` is aborted; connects again when the connection ends.
 * Rejects with a `CommandError` when the server refuses.
 */
export async function tailEvents({ forward, secret, after, ...tail }: Tail): Promise<void> {
  const send = forward === undefined ? undefined : await forwarder(tail.say, forward, secret);
  let last = after;
  while (!tail.signal.aborted) {
    for await (const event of streamedEvents(tail, last)) {
      last = event.id;
      tail.print(`${event.id} ${event.event} ${event.data}`);
      await send?.(event);
    }
    await delay(RECONNECT_MS, undefined, { signal: tail.signal }).catch(() => undefined);
  }
}

/** The events of one connection; it ends when the connection does. Rejects when the server refuses it. */
async function* streamedEvents(
  { url, key, type, signal, say }: Tail,
  last: string | undefined,
): AsyncGenerator<StreamedEvent> {
  const address = new URL('/api/events/stream', url);
  if (type !== undefined) address.searchParams.set('type', type);
  const headers = { 'api-key': key, ...(last !== undefined && { 'last-event-id': last }) };
  const response = await fetch(address, { headers, signal }).catch((error: unknown) => {
    if (!signal.aborted) say(`The server cannot be reached (${String(error)}); trying again.`);
  });
  if (response === undefined) return;
  if (response.status === 429 || response.status >= 500)
    return say(`The server answered ${response.status}; trying again.`);
  if (!response.ok)
    throw new CommandError(`the server refused: ${response.status} ${await response.text()}`, EXIT_REFUSED);
  try {
    yield* readEvents(response.body ?? new ReadableStream<Uint8Array>());
  } catch (error) {
    if (!signal.aborted) say(`The connection ended (${String(error)}); connecting again.`);
  }
}

/** Reads server-sent events: blocks of lines, each with a name and a value. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => fieldOf(line)));
      const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
      if (id !== undefined && event !== undefined && data !== undefined) yield { id, event, data };
    }
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ');
  return [line.slice(0, colon), line.slice(colon + 2)];
}

/** Sends events as webhooks are sent; what the receiver answers is printed. */
async function forwarder(
  say: Tail['say'],
  url: string,
  secret = `whsec_${randomBytes(32).toString('base64')}`,
): Promise<(event: StreamedEvent) => Promise<void>> {
  const { Webhook } = await import('standardwebhooks');
  const webhook = new Webhook(secret);
  say(`Forwarding to ${url}, signed with ${secret}`);
  return async ({ data }) => {
    const event: unknown = JSON.parse(data);
    const id = isRecord(event) ? String(event['id']) : '';
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': webhook.sign(id, now, data),
    };
    const answer = await fetch(url, { method: 'POST', headers, body: data, redirect: 'manual' }).then(
      ({ status }) => String(status),
      (error: unknown) => `no answer (${String(error)})`,
    );
    say(`${id}: ${answer}`);
  };
}
