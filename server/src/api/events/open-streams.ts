import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../kernel/problem.ts';

/** Seconds after which another server, or this one, may have room. */
const RETRY_AFTER = '5';

interface Stream {
  readonly accountId: string;
  readonly keyId: string | undefined;
}

/** The event streams that clients of this process hold open. */
export interface OpenStreams {
  /**
   * Counts one more stream, until `signal` is aborted: by its owner, or by `endAll`. Raises 429 with `Retry-After` when its
   * API key, or its account, holds as many as its settings allow; 0 allows any number.
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
      const keyId = caller.kind === 'ApiKey' ? caller.apiKey.id : undefined;
      refuseAbove(
        eventStreamsPerKey,
        count((stream) => stream.keyId === keyId),
        'This API key',
      );
      refuseAbove(
        eventStreams,
        count((stream) => stream.accountId === account.id),
        'The account',
      );
      const ending = new AbortController();
      streams.set(ending, { accountId: account.id, keyId });
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

function refuseAbove(limit: number, open: number, whose: string): void {
  if (limit === 0 || open < limit) return;
  throw rateLimited({
    detail: `${whose} has ${open} open streams of events on this server, as many as it may have. Close one first.`,
    headers: { 'retry-after': RETRY_AFTER },
  });
}
