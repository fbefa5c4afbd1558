import { Type } from '../../../kernel/schema.ts';
import { readContext, transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { deliverBatch, dueNow, type Item, LONGEST_WAIT_MS, type Result } from './deliver-batch.ts';
import { nextAttemptAt } from '../domain/retry-schedule.ts';
import { rowName } from '../manage-endpoints.ts';
import { findEndpoint } from '../store/endpoints.ts';
import type { Delivery, Endpoint } from '../tables.ts';
import type { Signers } from './message.ts';
import { publicSigner } from './public-signer.ts';
import { readRound, type Round, type TestEvent } from './read-round.ts';
import { recordRound } from './record-round.ts';
import type { Outcome, Sender } from './send.ts';
import { DELIVER, wakeEndpoint } from './wake-endpoint.ts';

/** What deliveries need beside the system. */
export interface DeliveryPorts {
  readonly webhooks: {
    /** Opened with the first delivery. */
    readonly sender: () => Promise<Sender>;
    readonly testEvent: TestEvent;
    /** From 0 to below 1, for the jitter of retries. */
    readonly random: () => number;
  };
}

const AT_ONCE = 16;
const MOST_ATTEMPTS = 20;
/** After this time the job makes room for those of other endpoints. */
const SLICE_MS = 10_000;
/** While messages are sent, changes of the endpoint are noticed within this time. */
const LOOK_EVERY_MS = 1_000;

/** Sends what is due to one endpoint. It is the only job of this endpoint, so nothing is sent twice at the same time. */
export const deliverJob = defineAccountJob<ReturnType<typeof payload>, DeliveryPorts>(
  DELIVER,
  payload(),
  async (ctx, { endpointId }, job) => {
    const end = performance.now() + SLICE_MS;
    let hasMore = true;
    while (hasMore && performance.now() < end) {
      const round = await readRound(ctx, endpointId, ctx.webhooks.testEvent);
      hasMore = round !== undefined && (await sendRound(ctx, round, { end, signal: job.signal }));
      job.signal.throwIfAborted();
    }
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      // Looked up once more: whoever added events meanwhile has seen a job that runs.
      await wakeEndpoint(tx, endpointId);
    });
  },
);

function payload() {
  return Type.Object({ endpointId: Type.String() });
}

/** Until when a job may begin to send; both ends are in time to record what was sent. */
interface Limits {
  readonly end: number;
  readonly signal: AbortSignal;
}

async function sendRound(
  ctx: Context & DeliveryPorts,
  round: Round,
  { end, signal }: Limits,
): Promise<boolean> {
  const sender = await ctx.webhooks.sender();
  // The library for signatures is loaded with the first delivery.
  const { messageOf } = await import('./message.ts');
  const signers = signersOf(ctx, round.endpoint);
  const isUnchanged = unchanged(ctx, round.endpoint);
  const now = () => ctx.clock.now();
  let isGone = false;
  const send = async ({ delivery, event }: Item): Promise<Result> => {
    const message = await messageOf(round.endpoint, event, signers, now());
    const outcome = await sender.send(round.endpoint.url, message, signal).catch(ignoreIf(signal));
    if (outcome === undefined) return { delivery: dueNow(delivery, now()) };
    isGone ||= outcome.verdict === 'Gone';
    const { url, payload: amount } = round.endpoint;
    const attempt = { ...outcome.attempt, url, payload: amount };
    return resultOf(ctx, delivery, { ...outcome, attempt });
  };
  const mayGoOn = async (): Promise<boolean> =>
    !isGone && !signal.aborted && performance.now() < end && (await isUnchanged());
  const results = await deliverBatch(round.items, { send, most: AT_ONCE, now, mayGoOn });
  return recordRound(ctx, round, { results, isGone });
}

/** Whoever stops the job is not to blame the receiver: what was under way is sent again. */
function ignoreIf(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

/** Whether an endpoint is still as it was read: what was deleted, disabled or changed gets nothing that is not begun. */
function unchanged(ctx: Context, { id, revision }: Endpoint): () => Promise<boolean> {
  let lookedAt = ctx.clock.now().getTime();
  let isSame = true;
  return async () => {
    const now = ctx.clock.now().getTime();
    if (!isSame || Math.abs(now - lookedAt) < LOOK_EVERY_MS) return isSame;
    lookedAt = now;
    const endpoint = await findEndpoint(readContext(ctx), ctx.account.id, id);
    isSame &&= endpoint?.revision === revision;
    return isSame;
  };
}

function signersOf({ vault, account, clock }: Context, endpoint: Endpoint): Signers {
  const { id, secretSealed, previousSealed, previousUntil, hasPublicSignature } = endpoint;
  const isOverlapping = previousUntil !== null && previousUntil > clock.now();
  const sealed = [secretSealed, ...(previousSealed !== null && isOverlapping ? [previousSealed] : [])];
  return {
    secrets: sealed.map((text) => vault.open(account, rowName(id), text)),
    publicSigner: hasPublicSignature ? publicSigner(vault, account) : undefined,
  };
}

function resultOf(
  { clock, webhooks }: Pick<Context & DeliveryPorts, 'clock' | 'webhooks'>,
  delivery: Delivery,
  { attempt, verdict, retryAfterMs }: Outcome,
): Result {
  const attempts = [...delivery.attempts, attempt].slice(-MOST_ATTEMPTS);
  const ended = { ...delivery, attempts, nextAttemptAt: null, holdsUntil: null };
  if (verdict === 'Delivered') return { delivery: { ...ended, status: 'Delivered' }, isSuccess: true };
  const failures = delivery.failures + 1;
  const now = clock.now();
  const isLast = verdict === 'Gone' || delivery.isTest;
  const next = isLast ? undefined : nextAttemptAt(failures, { now, retryAfterMs, random: webhooks.random() });
  if (next === undefined) return { delivery: { ...ended, failures, status: 'Failed' }, isSuccess: false };
  const holdsUntil = delivery.failures > 0 ? delivery.holdsUntil : new Date(now.getTime() + LONGEST_WAIT_MS);
  return {
    delivery: { ...delivery, attempts, failures, status: 'Pending', nextAttemptAt: next, holdsUntil },
    isSuccess: false,
  };
}
