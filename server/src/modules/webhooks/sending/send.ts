import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { Clock } from '../../../kernel/clock.ts';
import { type AddressRules, mayConnect } from '../addresses/address-rules.ts';
import { urlIssues } from '../addresses/check-url.ts';
import { readRetryAfter } from '../domain/retry-schedule.ts';
import type { Attempt } from '../tables.ts';
import type { Message } from './message.ts';

/** What happened to a message. */
export interface Outcome {
  readonly attempt: Attempt;
  /** `Gone`: nothing more may be sent to this endpoint. */
  readonly verdict: 'Delivered' | 'Failed' | 'Gone';
  /** How long the receiver wants to be left alone. */
  readonly retryAfterMs: number;
}

/** Sends messages to endpoints. */
export interface Sender {
  /** Rejects only when `signal` is aborted. */
  send(url: string, message: Message, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly rules: AddressRules;
  /** The URL of a proxy that all requests go through; it decides about names then. */
  readonly proxy?: string | undefined;
  readonly clock: Clock;
  /** Finds the addresses of a name; default: the system. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 15_000;
const CONNECTIONS_PER_RECEIVER = 16;
const MOST_BYTES = 2_048;
/** The status is the answer: a body that does not come is not waited for. */
const BODY_TIME_LIMIT_MS = 2_000;

/** Opens a sender. It checks the address that it connects to, whatever the name resolved to before. */
export async function openSender(options: SenderOptions): Promise<Sender> {
  const { Agent, ProxyAgent, request } = await import('undici');
  const { rules, proxy, clock, timeLimitMs = TIME_LIMIT_MS } = options;
  const connect = { timeout: timeLimitMs, lookup: checkedLookup(rules, options.resolve ?? resolveName) };
  const limits = { connections: CONNECTIONS_PER_RECEIVER, maxHeaderSize: 16_384 };
  const dispatcher =
    proxy === undefined ? new Agent({ ...limits, connect }) : new ProxyAgent({ ...limits, uri: proxy });
  return {
    send: async (url, { headers, body }, signal) => {
      const startedAt = clock.now();
      const started = performance.now();
      const about = () => ({
        at: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - started),
      });
      const [issue] = urlIssues(url, rules);
      if (issue !== undefined) return failure({ ...about(), error: `The URL ${issue}.` });
      const limit = AbortSignal.timeout(timeLimitMs);
      try {
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          headers: { ...headers },
          body,
          signal: AbortSignal.any([limit, signal]),
        });
        const { statusCode } = answer;
        const responseBody = await beginning(answer.body);
        const attempt = { ...about(), statusCode, ...(responseBody !== '' && { responseBody }) };
        const mayWait = statusCode === 429 || statusCode === 503;
        const retryAfterMs = mayWait ? readRetryAfter(answer.headers['retry-after'], clock.now()) : 0;
        return { attempt, verdict: verdictOf(statusCode), retryAfterMs };
      } catch (error) {
        signal.throwIfAborted();
        const text = limit.aborted
          ? `There was no answer within ${timeLimitMs / 1_000} seconds.`
          : reason(error);
        return failure({ ...about(), error: text });
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function failure(attempt: Attempt): Outcome {
  return { attempt, verdict: 'Failed', retryAfterMs: 0 };
}

function verdictOf(statusCode: number): Outcome['verdict'] {
  if (statusCode >= 200 && statusCode < 300) return 'Delivered';
  return statusCode === 410 ? 'Gone' : 'Failed';
}

/** The beginning of an answer as text; the rest, however long, is never read. */
async function beginning(
  body: AsyncIterable<Uint8Array> & {
    destroy(error?: Error): unknown;
    on(event: 'error', on: () => void): unknown;
  },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  body.on('error', () => undefined);
  const patience = setTimeout(() => body.destroy(), BODY_TIME_LIMIT_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MOST_BYTES) break;
    }
  } catch {
    // What has come is shown; the status has already said what counts.
  } finally {
    clearTimeout(patience);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString().replaceAll('\0', '');
}

class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** The connector asks this for the addresses that it connects to: only those that pass reach it. */
function checkedLookup(rules: AddressRules, resolve: NonNullable<SenderOptions['resolve']>) {
  return (host: string, { all }: LookupOptions, proceed: LookupCallback): void => {
    resolve(host)
      .then((addresses) => {
        const good = addresses.filter(({ address }) => mayConnect(address, rules));
        const [first] = good;
        if (first === undefined)
          throw new AddressRefused('The name leads into a private or reserved network.');
        if (all === true) proceed(null, [...good]);
        else proceed(null, first.address, first.family);
      })
      .catch((error: unknown) => proceed(error instanceof Error ? error : new Error(String(error)), []));
  };
}

function resolveName(host: string): Promise<readonly LookupAddress[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly LookupAddress[]>();
  lookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  return promise;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the host is not known.',
  EAI_AGAIN: 'The name of the host cannot be looked up at the moment.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed.',
  UND_ERR_SOCKET: 'The connection was closed.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection took too long.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long.',
};

/** Why a request failed, as a sentence. */
function reason(error: unknown): string {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  for (const cause of causes) {
    if (cause instanceof AddressRefused) return cause.message;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const sentence = SENTENCES[code];
    if (sentence !== undefined) return sentence;
    if (/^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_)/.test(code))
      return `The certificate is not valid (${code}).`;
  }
  return `The request failed (${error instanceof Error ? error.message : String(error)}).`.slice(0, 300);
}
