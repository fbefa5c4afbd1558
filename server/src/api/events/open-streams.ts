import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../kernel/problem.ts';

/** Seconds after which another server, or this one, may have room. */
const RETRY_AFTER = '5';

interface Stream {
  readonly accountId: string;
  /** Those of API keys are counted apart from those of people. */
  readonly kind: FastifyRequest['caller']['kind'];
  /** The API key, or the operator in all their windows. */
  readonly holder: string;
}

/** The event streams that clients of this process hold open. */
export interface OpenStreams {
  /**
   * Counts one more stream, until `signal` is aborted: by its owner, or by `endAll`. Raises 429 with `Retry-After` when its
   * API key or operator, or all keys or all operators of its account together, hold as many as the settings allow; 0 allows
   * any number.
   */
  open(request: Pick<FastifyRequest, 'account' | 'caller'>): AbortController;
  /** Ends all streams, and each that is opened later: the server stops. */
  endAll(): void;
}

export function createOpenStreams(): OpenStreams {
  const streams = new Map<AbortController, Stream>();
  let isStopping = false;
  const count = (isCounted: (stream: Stream) => boolean): number =>
    [...streams.values()].filter(isCounted).length;
  return {
    open: ({ account, caller }) => {
      const { eventStreams, eventStreamsPerKey } = account.settings.limits;
      const { kind } = caller;
      const holder = holderOf(caller);
      refuseAbove(
        eventStreamsPerKey,
        count((stream) => stream.kind === kind && stream.holder === holder),
        kind === 'Operator' ? 'This operator' : 'This API key',
      );
      refuseAbove(
        eventStreams,
        count((stream) => stream.kind === kind && stream.accountId === account.id),
        kind === 'Operator' ? 'The team' : 'The account',
      );
      const ending = new AbortController();
      streams.set(ending, { accountId: account.id, kind, holder });
      ending.signal.addEventListener('abort', () => streams.delete(ending));
      if (isStopping) ending.abort();
      return ending;
    },
    endAll: () => {
      isStopping = true;
      for (const ending of streams.keys()) ending.abort();
    },
  };
}

function holderOf(caller: FastifyRequest['caller']): string {
  if (caller.kind === 'Operator') return caller.operator.id;
  return caller.kind === 'ApiKey' ? caller.apiKey.id : '';
}

function refuseAbove(limit: number, open: number, whose: string): void {
  if (limit === 0 || open < limit) return;
  throw rateLimited({
    detail: `${whose} has ${open} open streams of events on this server, as many as it may have. Close one first.`,
    headers: { 'retry-after': RETRY_AFTER },
  });
}
