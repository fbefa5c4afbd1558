import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { readerOf } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { AccountContext, CommandTx, QueryContext } from '../accounts/index.ts';
import { lastSequence } from '../events/index.ts';
import type { AddressRules } from './addresses/address-rules.ts';
import { urlIssues } from './addresses/check-url.ts';
import { isType } from './matches.ts';
import { LEGACY_TYPES } from './domain/legacy-types.ts';
import { secretIssues, secretOf } from './domain/secret.ts';
import { recordWebhookEvent } from './events.ts';
import { tooManyWebhooks } from './problems.ts';
import { wakeEndpoint } from './sending/wake-endpoint.ts';
import * as deliveries from './store/deliveries.ts';
import * as store from './store/endpoints.ts';
import type { DisabledReason, Endpoint } from './tables.ts';

/** What a vendor decides about an endpoint. */
interface EndpointInput {
  readonly url: string;
  readonly types: readonly string[];
  readonly productIds?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly payload?: Endpoint['payload'] | undefined;
  readonly hasPublicSignature?: boolean | undefined;
}

interface NewEndpoint extends EndpointInput {
  readonly form?: Endpoint['form'] | undefined;
  /** Of a receiver that has one already; default: a new one. */
  readonly secret?: string | undefined;
}

/** An endpoint with its secret, which is shown only now. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/** Where the configuration lets webhooks lead. */
export function addressRules({ config }: Pick<AccountContext, 'config'>): AddressRules {
  return { allowedNetworks: config.webhookNetworks, allowsLoopback: config.hasDevFeatures };
}

/**
 * Adds an endpoint, which gets the events from now on. `knownTypes` are the types that there are. Raises `InvalidInput`
 * with everything that is wrong, and 409 `TooManyWebhooks`.
 */
export async function createEndpoint(
  tx: CommandTx,
  input: NewEndpoint,
  knownTypes: readonly string[],
): Promise<EndpointWithSecret> {
  const { form = 'standard', secret = secretOf(tx.ids.secret()) } = input;
  refuseIssues({ ...issuesOf(tx, { ...input, form }, knownTypes), secret: secretIssues(secret, form) });
  // A lock: two requests must not both take the last place.
  await recordChange(tx, tx.account.id, 'webhook-endpoints');
  const { webhookEndpoints: most } = tx.account.settings.limits;
  if (most > 0 && (await store.hasEndpoints(tx, tx.account.id, most))) throw tooManyWebhooks();
  const now = tx.clock.now();
  const id = tx.ids.guid();
  const endpoint: Endpoint = {
    accountId: tx.account.id,
    id,
    url: input.url,
    types: [...new Set(input.types)],
    productIds: [...new Set(input.productIds ?? [])],
    description: input.description ?? '',
    payload: input.payload ?? 'full',
    form,
    hasPublicSignature: input.hasPublicSignature ?? false,
    status: 'Enabled',
    disabledReason: null,
    secretSealed: tx.vault.seal(tx.account, rowName(id), secret),
    previousSealed: null,
    previousUntil: null,
    sequence: await lastSequence(tx),
    turn: 0,
    replay: null,
    failingSince: null,
    warnings: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await store.insertEndpoint(tx, endpoint);
  const data = { host: new URL(endpoint.url).host, types: endpoint.types, form };
  recordWebhookEvent(tx, { type: 'webhook.created', subjects: { webhook: id }, data });
  return { endpoint, secret };
}

function issuesOf(
  ctx: Pick<AccountContext, 'config'>,
  { url, types, form }: Pick<EndpointInput, 'url' | 'types'> & Pick<Endpoint, 'form'>,
  knownTypes: readonly string[],
): Record<string, string[]> {
  const offered = form === 'legacy' ? Object.keys(LEGACY_TYPES) : knownTypes;
  const unknown = types.filter((pattern) => !offered.some((type) => isType(type, [pattern])));
  const reason =
    form === 'legacy' ? 'which the legacy form does not have' : 'which is not a type or group of types';
  return {
    url: urlIssues(url, addressRules(ctx)),
    types:
      types.length === 0
        ? ['must not be empty']
        : unknown.map((pattern) => `must not contain “${pattern}”, ${reason}`),
  };
}

/** The name under which the secret of an endpoint is sealed. */
export function rowName(id: string): string {
  return `webhook/${id}`;
}

/** Endpoints newest first; up to one more than the limit. */
export function listEndpoints(ctx: QueryContext, page: RowPage): Promise<Endpoint[]> {
  return store.pageEndpoints(readerOf(ctx), ctx.account.id, page);
}

/** Raises `NotFound`. */
export async function findEndpoint(ctx: QueryContext, id: string): Promise<Endpoint> {
  return (await store.findEndpoint(readerOf(ctx), ctx.account.id, id)) ?? refuseUnknown();
}

/** The endpoint, locked until the transaction ends. Raises `NotFound`. */
export async function lockedEndpoint(tx: CommandTx, id: string): Promise<Endpoint> {
  return (await store.lockEndpoint(tx, tx.account.id, id)) ?? refuseUnknown();
}

function refuseUnknown(): never {
  throw notFound({ detail: 'There is no such webhook endpoint.' });
}

/** Changes an endpoint; fields that are `undefined` stay. Raises as `createEndpoint`, and `StaleRevision`. */
export async function updateEndpoint(
  tx: CommandTx,
  id: string,
  changes: Partial<EndpointInput>,
  {
    knownTypes,
    expectedRevision,
  }: { readonly knownTypes: readonly string[]; readonly expectedRevision?: number | undefined },
): Promise<Endpoint> {
  const endpoint = await lockedEndpoint(tx, id);
  checkRevision(endpoint, expectedRevision);
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const next: Endpoint = { ...endpoint, ...Object.fromEntries(entries) };
  refuseIssues(issuesOf(tx, next, knownTypes));
  return save(tx, endpoint, Object.fromEntries(entries), () =>
    recordWebhookEvent(tx, {
      type: 'webhook.changed',
      subjects: { webhook: id },
      data: { fields: entries.map(([name]) => name) },
    }),
  );
}

/** Deletes an endpoint with its deliveries; one that is under way may still arrive. Raises `NotFound`. */
export async function deleteEndpoint(tx: CommandTx, id: string): Promise<void> {
  await store.deleteEndpoint(tx, await lockedEndpoint(tx, id));
  recordWebhookEvent(tx, { type: 'webhook.deleted', subjects: { webhook: id }, data: {} });
}

const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/** Gives an endpoint another secret; for a day, messages are signed with both. Raises `NotFound` and `InvalidInput`. */
export async function rotateSecret(
  tx: CommandTx,
  id: string,
  { secret = secretOf(tx.ids.secret()) }: { readonly secret?: string | undefined } = {},
): Promise<EndpointWithSecret> {
  const endpoint = await lockedEndpoint(tx, id);
  refuseIssues({ secret: secretIssues(secret, endpoint.form) });
  const changes = {
    secretSealed: tx.vault.seal(tx.account, rowName(id), secret),
    previousSealed: endpoint.secretSealed,
    previousUntil: new Date(tx.clock.now().getTime() + OVERLAP_MS),
  };
  const rotated = await save(tx, endpoint, changes, () =>
    recordWebhookEvent(tx, { type: 'webhook.secret-rotated', subjects: { webhook: id }, data: {} }),
  );
  return { endpoint: rotated, secret };
}

/** Sends nothing more to an endpoint; what is pending fails. Repeating it changes nothing. Raises `NotFound`. */
export async function disableEndpoint(
  tx: CommandTx,
  id: string,
  reason: DisabledReason = 'Manual',
): Promise<Endpoint> {
  const endpoint = await lockedEndpoint(tx, id);
  if (endpoint.status === 'Disabled') return endpoint;
  await deliveries.failPending(tx, endpoint);
  const changes = { status: 'Disabled', disabledReason: reason, replay: null } as const;
  return save(tx, endpoint, changes, () =>
    recordWebhookEvent(tx, { type: 'webhook.disabled', subjects: { webhook: id }, data: { reason } }),
  );
}

/**
 * Sends events again, from now on: what was missed can be replayed. Repeating it changes nothing. Raises `NotFound`.
 */
export async function enableEndpoint(tx: CommandTx, id: string): Promise<Endpoint> {
  const endpoint = await lockedEndpoint(tx, id);
  if (endpoint.status === 'Enabled') return endpoint;
  const changes = {
    status: 'Enabled',
    disabledReason: null,
    failingSince: null,
    warnings: 0,
    sequence: await lastSequence(tx),
  } as const;
  const enabled = await save(tx, endpoint, changes, () =>
    recordWebhookEvent(tx, { type: 'webhook.enabled', subjects: { webhook: id }, data: {} }),
  );
  await wakeEndpoint(tx, id);
  return enabled;
}

async function save(
  tx: CommandTx,
  endpoint: Endpoint,
  changes: Partial<Endpoint>,
  recordIt: () => void,
): Promise<Endpoint> {
  if (Object.keys(changes).length === 0) return endpoint;
  const revised = { ...changes, revision: endpoint.revision + 1, updatedAt: tx.clock.now() };
  await store.updateEndpoint(tx, endpoint, revised);
  recordIt();
  return { ...endpoint, ...revised };
}
