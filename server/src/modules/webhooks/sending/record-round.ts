import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { eventsWithoutData } from '../../events/index.ts';
import type { Result } from './deliver-batch.ts';
import { healthAfter } from '../domain/endpoint-health.ts';
import { disableEndpoint, enableEndpoint } from '../manage-endpoints.ts';
import { failPending, releaseWaiting, saveDeliveries } from '../store/deliveries.ts';
import { lockEndpoint, updateEndpoint } from '../store/endpoints.ts';
import type { Delivery } from '../tables.ts';
import type { Round } from './read-round.ts';

/**
 * Records what was sent, and moves the endpoint behind it. False, and nothing is changed, when the endpoint is gone or
 * another process has sent to it meanwhile: then what was sent here may be sent again, with the same ids.
 */
export function recordRound(
  ctx: Context,
  round: Round,
  { results, isGone }: { readonly results: readonly Result[]; readonly isGone: boolean },
): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, tx.account.id, round.endpoint.id);
    if (endpoint === undefined || endpoint.turn !== round.endpoint.turn) return false;
    const now = tx.clock.now();
    const deliveries = [...round.others, ...results.map(({ delivery }) => delivery)];
    await saveDeliveries(tx, await withoutErased(tx, deliveries));
    const successes = results.filter(({ isSuccess }) => isSuccess === true);
    const late = successes.filter(({ delivery }) => delivery.attempts.length > 1);
    if (late.length > 0)
      await releaseWaiting(
        tx,
        endpoint,
        late.map(({ delivery }) => delivery.subject),
        now,
      );
    await updateEndpoint(tx, endpoint, {
      turn: endpoint.turn + 1,
      sequence: Math.max(endpoint.sequence, round.sequence),
      ...(round.endpoint.replay !== null && endpoint.replay !== null && { replay: round.replay }),
      ...healthAfter(endpoint, results, now),
    });
    if (isGone) await disableEndpoint(tx, endpoint.id, 'Gone');
    else if (endpoint.status === 'Disabled') {
      await failPending(tx, endpoint);
      if (successes.some(({ delivery }) => delivery.isTest)) await enableEndpoint(tx, endpoint.id);
    }
    return true;
  });
}

/** Of a customer who was deleted while a message was under way, the answer is not kept either. */
async function withoutErased(tx: CommandTx, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const ids = deliveries.map(({ eventId }) => eventId);
  const erased = ids.length === 0 ? new Set() : await eventsWithoutData(tx, ids);
  return deliveries.map((delivery) => {
    if (!erased.has(delivery.eventId)) return delivery;
    const attempts = delivery.attempts.map(({ responseBody: _body, ...attempt }) => attempt);
    return { ...delivery, attempts };
  });
}
