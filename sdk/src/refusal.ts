import type { components } from './schema.d.ts';

/** What the server says when it refuses (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** The server refused. Decide by `problem.errorType`; `message` is a sentence for people. */
export class Refusal<Body = unknown> extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The problem; what else arrived where the answer was none, such as a proxy's error page. */
  readonly problem: Body;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, problem: Body) {
    const { detail, title } = textsOf(problem);
    super(detail ?? title ?? `The server answered with status ${response.status}.`);
    this.status = response.status;
    this.problem = problem;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/**
 * The body of a successful answer. Raises `Refusal` for any other; what `fetch` raises, where none arrived, stays as it
 * is.
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

/** Whether a failure is a problem of the server, with this code where one is asked for. */
export function isProblem(failure: unknown, errorType?: string): failure is Refusal<Problem> {
  if (!(failure instanceof Refusal)) return false;
  const { errorType: code } = textsOf(failure.problem);
  return code !== undefined && (errorType === undefined || code === errorType);
}

function textsOf(problem: unknown): { errorType?: string; detail?: string; title?: string } {
  const fields: Record<string, unknown> =
    typeof problem === 'object' && problem !== null ? { ...problem } : {};
  const { errorType, detail, title } = fields;
  return {
    ...(typeof errorType === 'string' && { errorType }),
    ...(typeof detail === 'string' && { detail }),
    ...(typeof title === 'string' && { title }),
  };
}
