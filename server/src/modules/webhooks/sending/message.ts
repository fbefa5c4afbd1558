import { createHmac, sign } from 'node:crypto';
import { eventBody, type EventRow } from '../../events/index.ts';
import { LEGACY_TYPES } from '../domain/legacy-types.ts';
import type { Endpoint } from '../tables.ts';
import { chatText } from '../chat-text.ts';
import type { PublicSigner } from './public-signer.ts';

/** A request to an endpoint. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The secrets that sign: the current one, and the previous one for a day after its rotation. */
export interface Signers {
  readonly secrets: readonly string[];
  readonly publicSigner: PublicSigner | undefined;
}

/** The message about an event in the form of the endpoint. Signatures contain the time of the attempt. */
export async function messageOf(
  endpoint: Pick<Endpoint, 'form' | 'payload' | 'hasPublicSignature'>,
  event: EventRow,
  signers: Signers,
  now: Date,
): Promise<Message> {
  const { body, headers } = unsignedMessage(endpoint, event, now);
  if (endpoint.form === 'legacy')
    return { body, headers: { ...headers, 'x-signature': legacySignature(body, signers) } };
  const { Webhook } = await import('standardwebhooks');
  const signatures = signers.secrets.map((secret) => new Webhook(secret).sign(event.id, now, body));
  if (endpoint.hasPublicSignature && signers.publicSigner !== undefined) {
    const text = Buffer.from(`${event.id}.${headers['webhook-timestamp']}.${body}`);
    signatures.push(`v1a,${sign(null, text, signers.publicSigner.privateKey).toString('base64')}`);
  }
  return { body, headers: { ...headers, 'webhook-signature': signatures.join(' ') } };
}

/** A message without its signatures, as it is sent at a time. */
export function unsignedMessage(
  endpoint: Pick<Endpoint, 'form' | 'payload'>,
  event: EventRow,
  at: Date,
): Message {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Latchkey-Webhooks/1' };
  const body = bodyOf(endpoint, event);
  if (endpoint.form === 'legacy') return { body, headers };
  const seconds = Math.floor(at.getTime() / 1_000);
  return { body, headers: { ...headers, 'webhook-id': event.id, 'webhook-timestamp': String(seconds) } };
}

function bodyOf({ form, payload }: Pick<Endpoint, 'form' | 'payload'>, event: EventRow): string {
  if (form === 'slack') return JSON.stringify({ text: chatText(event) });
  if (form === 'discord')
    return JSON.stringify({ content: chatText(event), allowed_mentions: { parse: [] } });
  const body = eventBody(event, payload === 'full');
  if (form === 'legacy') return JSON.stringify({ ...body, type: LEGACY_TYPES[event.type] ?? event.type });
  return JSON.stringify(body);
}

/** The former service wrote its signature in upper case: such receivers compare it so. */
function legacySignature(body: string, { secrets: [secret = ''] }: Signers): string {
  return createHmac('sha256', secret).update(body).digest('base64').toUpperCase();
}
