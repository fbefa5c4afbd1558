import { Refusal } from '../refusal.ts';
import type { Holder } from './holder.ts';
import type { LicenseServer } from './license-server.ts';
import { LicenseError } from './problems.ts';
import type { PendingActivation } from './record.ts';
import type { LicenseState } from './state.ts';
import { pause, type Time } from './time.ts';

/** The end of an activation in the browser. */
export type ActivationOutcome =
  | { readonly outcome: 'Activated'; readonly state: LicenseState }
  /** Cancelled by the customer or the application. */
  | { readonly outcome: 'Cancelled' }
  /** Nobody approved within an hour. */
  | { readonly outcome: 'Expired' }
  | { readonly outcome: 'Refused'; readonly refusal: Refusal }
  /** The application was closed; the activation continues when it is opened again. */
  | { readonly outcome: 'Interrupted' };

/** An activation that waits for the customer. */
export interface Activation {
  /** Open it in the customer's browser. */
  readonly browserUrl: string;
  /** Resolves when the activation has ended; never rejects. */
  readonly finished: Promise<ActivationOutcome>;
  /** Cancels it here, and on the server if that is reachable. */
  readonly cancel: () => Promise<void>;
}

interface Polling {
  readonly server: LicenseServer;
  readonly holder: Holder;
  readonly time: Time;
  /** Aborted when the application is closed. */
  readonly closing: AbortSignal;
}

const FAST_MS = 2_000;
const SLOW_MS = 5_000;
const FAST_FOR_MS = 60_000;
const LONGEST_PAUSE_MS = 60_000;
/** An activation is valid for an hour, and its token 10 minutes longer. */
const LIFETIME_MS = 70 * 60_000;
/** A longer delay may come from a misconfigured proxy. */
const LONGEST_RETRY_AFTER_SECONDS = 86_400;

/** Polls until the activation has ended. */
export function startPolling(activation: PendingActivation, polling: Polling): Activation {
  const cancelling = new AbortController();
  const signal = AbortSignal.any([cancelling.signal, polling.closing]);
  const isOver = (): Promise<LicenseState> => forget(polling.holder, activation);
  const finished = poll(activation, polling, signal).then(async (outcome): Promise<ActivationOutcome> => {
    if (polling.closing.aborted && !cancelling.signal.aborted) return { outcome: 'Interrupted' };
    if (outcome.outcome !== 'Activated') await isOver();
    return outcome;
  });
  return {
    browserUrl: activation.browserUrl,
    finished,
    cancel: async () => {
      cancelling.abort();
      await isOver();
      await polling.server.cancel(activation, polling.closing).catch(() => undefined);
      await finished;
    },
  };
}

async function poll(
  activation: PendingActivation,
  { server, holder, time }: Polling,
  signal: AbortSignal,
): Promise<ActivationOutcome> {
  const start = time.monotonic();
  let failures = 0;
  for (;;) {
    const age = time.monotonic() - start;
    if (signal.aborted) return { outcome: 'Cancelled' };
    if (age > LIFETIME_MS) return { outcome: 'Expired' };
    let wait = age < FAST_FOR_MS ? FAST_MS : SLOW_MS;
    try {
      const predecessor = holder.token();
      const token = await server.poll(activation, signal);
      failures = 0;
      if (token !== undefined) {
        const state = await holder.accept(token, { isFresh: true, predecessor });
        holder.report(undefined);
        return { outcome: 'Activated', state };
      }
    } catch (failure) {
      if (failure instanceof Refusal) return endOf(failure);
      failures += 1;
      if (!signal.aborted) holder.report(failure);
      wait = pauseAfter(failure, Math.min(wait * 2 ** failures, LONGEST_PAUSE_MS));
    }
    await pause(time, wait, signal);
  }
}

function endOf(refusal: Refusal): ActivationOutcome {
  if (refusal.errorType === 'ActivationRequestCancelled') return { outcome: 'Cancelled' };
  if (refusal.errorType === 'ActivationRequestExpired') return { outcome: 'Expired' };
  return { outcome: 'Refused', refusal };
}

/** At least as long as the server requests, up to a day, and a little more: others wait for the same moment. */
export function pauseAfter(failure: unknown, ms: number): number {
  const seconds = failure instanceof LicenseError ? (failure.retryAfterSeconds ?? 0) : 0;
  return Math.max(ms, Math.min(seconds, LONGEST_RETRY_AFTER_SECONDS) * 1_000) * (1 + Math.random() / 10);
}

function forget(holder: Holder, { pollUrl }: PendingActivation): Promise<LicenseState> {
  return holder.change(({ activation, ...record }) =>
    activation === undefined || activation.pollUrl === pollUrl ? record : { ...record, activation },
  );
}
