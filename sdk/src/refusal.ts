import { fieldsOf } from './fields.ts';
import type { components } from './schema.d.ts';

/** The server's description of a refusal (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/**
 * The server refused. Decide by `errorType`; `message` is a sentence for people. If the response was not a problem,
 * such as a proxy's error page, only the status is certain.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly errorType: string | undefined;
  readonly title: string;
  readonly detail: string | undefined;
  /** The meaning of `detail` as a stable code; only where pages in other languages need it. */
  readonly reason: string | undefined;
  /** Finds the refusal in the server's log. */
  readonly traceId: string | undefined;
  /** Field path → messages. Empty when the refusal concerns no field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The response body: the problem, or anything else. */
  readonly body: unknown;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const fields = fieldsOf(body);
    const title = textOf(fields['title']) ?? `The server answered with status ${status}.`;
    const detail = textOf(fields['detail']);
    super(detail ?? title);
    this.status = status;
    this.errorType = textOf(fields['errorType']);
    this.title = title;
    this.detail = detail;
    this.reason = textOf(fields['reason']);
    this.traceId = textOf(fields['traceId']);
    this.errors = messagesOf(fields['errors']);
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'));
    this.body = body;
  }
}

/**
 * The body of a successful response. Raises `Refusal` for any other; an error of `fetch`, when no response arrived,
 * stays unchanged.
 *
 * @example const storefront = await answerOf(client.GET('/api/customer/storefront'));
 */
export async function answerOf<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data | undefined> {
  const { data, error, response } = await call;
  if (!response.ok) throw new Refusal(response, error);
  return data;
}

/** Like `answerOf`, for operations whose success has a body; raises `Refusal` also for a success without one. */
export async function contentOf<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { response } = await call;
  const data = await answerOf(call);
  if (data === undefined || data === null) throw new Refusal(response, undefined);
  return data;
}

/** Whether a failure is a problem of the server, with this code if one is passed. */
export function isProblem(failure: unknown, errorType?: string): failure is Refusal {
  if (!(failure instanceof Refusal) || failure.errorType === undefined) return false;
  return errorType === undefined || failure.errorType === errorType;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number of seconds; not a date, which the header may also contain. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

function messagesOf(value: unknown): Record<string, string[]> {
  const entries = Object.entries(fieldsOf(value)).map(([path, messages]): [string, string[]] => [
    path,
    Array.isArray(messages) ? messages.filter((message) => typeof message === 'string') : [],
  ]);
  return Object.fromEntries(entries.filter(([, messages]) => messages.length > 0));
}
