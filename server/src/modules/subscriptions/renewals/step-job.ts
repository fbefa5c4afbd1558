import { type Static, Type } from '../../../kernel/schema.ts';
import { type CommandTx, type Context, defineAccountJob } from '../../accounts/index.ts';
import type { Subscription } from '../tables.ts';

/** What takes the step: the composition root puts it there. */
export interface StepPorts {
  readonly takeStep: (ctx: Context, subscriptionId: string) => Promise<void>;
}

const STEP = Type.Object({ subscriptionId: Type.String() });

const takeStep = async (ctx: Context & StepPorts, { subscriptionId }: Static<typeof STEP>): Promise<void> =>
  ctx.takeStep(ctx, subscriptionId);

/**
 * Takes the step of a subscription that is due: a renewal, a charge that is repeated, or an end. Whoever moves the time
 * of the next step enqueues one; a run that comes too early, or twice, changes nothing.
 */
export const stepJob = defineAccountJob('subscriptions.step', STEP, takeStep);

/** The same for a step that somebody waits for: it does not queue behind all that are due in a night. */
export const stepNowJob = defineAccountJob('subscriptions.step-now', STEP, takeStep);

/** Enqueues the next step of a subscription for when it is due, in the transaction that has set that time. */
export async function scheduleStep(
  tx: CommandTx,
  { id, dueAt }: Pick<Subscription, 'id' | 'dueAt'>,
): Promise<void> {
  if (dueAt === null) return;
  const job = dueAt <= tx.clock.now() ? stepNowJob : stepJob;
  await job.enqueue(tx, { subscriptionId: id }, dueAt);
}
