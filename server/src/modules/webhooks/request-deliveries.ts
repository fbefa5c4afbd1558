import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import { lastSequence } from '../events/index.ts';
import { isType } from './matches.ts';
import { recordWebhookEvent } from './events.ts';
import { findEndpoint, lockedEndpoint } from './manage-endpoints.ts';
import { replayRunning, webhookDisabled } from './problems.ts';
import { wakeEndpoint } from './sending/wake-endpoint.ts';
import * as deliveries from './store/deliveries.ts';
import * as store from './store/endpoints.ts';
import type { Delivery, Endpoint, Replay } from './tables.ts';

/** Deliveries of an endpoint, newest first; up to one more than the limit. Raises `NotFound`. */
export async function listDeliveries(
  ctx: QueryContext,
  endpointId: string,
  page: RowPage & { readonly status?: Delivery['status'] | undefined },
): Promise<Delivery[]> {
  return deliveries.pageDeliveries(readerOf(ctx), await findEndpoint(ctx, endpointId), page);
}

/**
 * Sends an example of a type to an endpoint, enabled or not, once. If a disabled endpoint accepts it, it is enabled.
 * Raises `NotFound`, and `InvalidInput` for an unknown type.
 */
export async function testEndpoint(
  tx: CommandTx,
  endpointId: string,
  { type, knownTypes }: { readonly type: string; readonly knownTypes: readonly string[] },
): Promise<Delivery> {
  refuseIssues({ type: knownTypes.includes(type) ? [] : ['must be a type such as order.paid'] });
  const endpoint = await lockedEndpoint(tx, endpointId);
  const now = tx.clock.now();
  const id = tx.ids.guid();
  const delivery: Delivery = {
    accountId: endpoint.accountId,
    id,
    endpointId,
    eventId: id,
    eventSequence: 0,
    type,
    subject: `test/${id}`,
    isTest: true,
    status: 'Pending',
    failures: 0,
    attempts: [],
    nextAttemptAt: now,
    holdsUntil: null,
    createdAt: now,
  };
  await deliveries.saveDeliveries(tx, [delivery]);
  recordWebhookEvent(tx, { type: 'webhook.tested', subjects: { webhook: endpointId }, data: {} });
  await wakeEndpoint(tx, endpointId);
  return delivery;
}

/** Sends a delivery again, now and by the whole schedule. Raises `NotFound`, and 409 `WebhookDisabled`. */
export async function retryDelivery(tx: CommandTx, endpointId: string, id: string): Promise<Delivery> {
  const endpoint = await lockedEndpoint(tx, endpointId);
  if (endpoint.status === 'Disabled') throw webhookDisabled();
  const delivery = await deliveries.lockDelivery(tx, endpoint, id);
  if (delivery === undefined) throw notFound({ detail: 'There is no such delivery of this endpoint.' });
  const nextAttemptAt = tx.clock.now();
  const again: Delivery = { ...delivery, status: 'Pending', failures: 0, nextAttemptAt, holdsUntil: null };
  await deliveries.saveDeliveries(tx, [again]);
  const subjects = { webhook: endpointId, webhookDelivery: id };
  recordWebhookEvent(tx, { type: 'webhook.delivery-retried', subjects, data: {} });
  await wakeEndpoint(tx, endpointId);
  return again;
}

/** A span of time whose events are sent again. */
interface ReplayRequest {
  readonly from: Date;
  /** Default: now. */
  readonly to?: Date | undefined;
  /** Types and groups; default: all that the endpoint gets. */
  readonly types?: readonly string[] | undefined;
}

/**
 * Sends the events of a span again, as far as they are kept, in the background, with their ids. Raises `NotFound`,
 * `InvalidInput`, and 409 `ReplayRunning` and `WebhookDisabled`.
 */
export async function replayEvents(
  tx: CommandTx,
  endpointId: string,
  { from, to = tx.clock.now(), types }: ReplayRequest,
  knownTypes: readonly string[],
): Promise<Endpoint> {
  const unknown = (types ?? []).filter((pattern) => !knownTypes.some((type) => isType(type, [pattern])));
  refuseIssues({
    to: to > from ? [] : ['must be later than from'],
    types: unknown.map((pattern) => `must not contain “${pattern}”, which is not a type or group of types`),
  });
  const endpoint = await lockedEndpoint(tx, endpointId);
  if (endpoint.status === 'Disabled') throw webhookDisabled();
  if (endpoint.replay !== null) throw replayRunning();
  const replay: Replay = {
    from: from.toISOString(),
    to: to.toISOString(),
    types: types ?? null,
    position: 0,
    end: await lastSequence(tx),
    sent: 0,
    startedAt: tx.clock.now().toISOString(),
  };
  await store.updateEndpoint(tx, endpoint, { replay });
  const data = { from: replay.from, to: replay.to, types: replay.types };
  recordWebhookEvent(tx, { type: 'webhook.replayed', subjects: { webhook: endpointId }, data });
  await wakeEndpoint(tx, endpointId);
  return { ...endpoint, replay };
}
