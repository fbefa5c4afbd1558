import type { Clock } from '../../../kernel/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ensureJob } from '../../../platform/jobs/enqueue-job.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { type EventRow, lastSequence } from '../../events/index.ts';
import { isFor } from '../matches.ts';
import { nextDueAt } from '../store/deliveries.ts';
import { enabledEndpoints, findEndpoint } from '../store/endpoints.ts';

/** The kind of the job that sends to an endpoint; each endpoint has one at most. */
export const DELIVER = 'webhooks.deliver';

/** Lets the job of an endpoint run when there is something to send. */
export async function wakeEndpoint(tx: CommandTx, id: string): Promise<void> {
  const endpoint = await findEndpoint(tx, tx.account.id, id);
  if (endpoint === undefined) return;
  const isEnabled = endpoint.status === 'Enabled';
  const hasEvents = isEnabled && (endpoint.replay !== null || (await lastSequence(tx)) > endpoint.sequence);
  const runAt = hasEvents ? tx.clock.now() : await nextDueAt(tx, endpoint, !isEnabled);
  if (runAt !== undefined) await ensureDelivery(tx, tx, endpoint, runAt);
}

/** Lets the jobs run of all endpoints that get one of these events, which the transaction adds. */
export async function wakeEndpointsFor(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  accountId: string,
  events: readonly EventRow[],
): Promise<void> {
  for (const endpoint of await enabledEndpoints(tx, accountId))
    if (events.some((event) => isFor(endpoint, event)))
      await ensureDelivery({ clock }, tx, endpoint, clock.now());
}

function ensureDelivery(
  deps: { readonly clock: Clock },
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  runAt: Date,
): Promise<void> {
  return ensureJob(deps, tx, {
    id: `${DELIVER}/${id}`,
    accountId,
    kind: DELIVER,
    payload: { endpointId: id },
    runAt,
  });
}
