import { isRecord } from './answer.ts';

/** What a problem+json answer (RFC 9457) says, as far as a page needs it. */
export interface ProblemDetails {
  readonly status: number;
  readonly title: string;
  readonly errorType: string | undefined;
  readonly detail: string | undefined;
  readonly traceId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Field path → messages. Empty when no field is to blame. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The server answered and refused. */
export class ApiProblem extends Error implements ProblemDetails {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly title: string;
  readonly errorType: string | undefined;
  readonly detail: string | undefined;
  readonly traceId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(details: ProblemDetails) {
    super(details.detail ?? details.title);
    this.status = details.status;
    this.title = details.title;
    this.errorType = details.errorType;
    this.detail = details.detail;
    this.traceId = details.traceId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.errors = details.errors;
  }
}

/** No answer arrived: no connection, or none in time. Whether the request was carried out is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * The problem that an answer other than 2xx states. A body that is not problem+json (a proxy's error page)
 * still makes a problem, of which only the status is known.
 */
export function problemFrom(status: number, retryAfter: string | null, body: unknown): ApiProblem {
  const fields = isRecord(body) ? body : {};
  return new ApiProblem({
    status,
    title: textOf(fields['title']) ?? `The server answered with status ${status}.`,
    errorType: textOf(fields['errorType']),
    detail: textOf(fields['detail']),
    traceId: textOf(fields['traceId']),
    retryAfterSeconds: secondsOf(retryAfter),
    errors: messagesOf(fields['errors']),
  });
}

/** Whether the same request may well succeed a moment later. */
export function isTransient(failure: Error): boolean {
  if (failure instanceof ConnectionLost) return true;
  return failure instanceof ApiProblem && (failure.status >= 500 || failure.status === 429);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

function messagesOf(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).map(([path, messages]): [string, string[]] => [
    path,
    Array.isArray(messages) ? messages.filter((message) => typeof message === 'string') : [],
  ]);
  return Object.fromEntries(entries.filter(([, messages]) => messages.length > 0));
}
