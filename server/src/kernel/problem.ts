/** The properties that all problems of one kind share. */
export interface ProblemKind {
  readonly status: number;
  /** Stable code for programs, UpperCamelCase. */
  readonly errorType: string;
  /** The name of its example in the OpenAPI document, if another problem has the same code with another status. */
  readonly exampleName?: string;
  readonly title: string;
  /** The default explanation for people, used if an occurrence has no more specific one; every 409 has one. */
  readonly detail?: string;
}

/** The properties that one occurrence of a problem adds to its kind. */
export interface ProblemExtra {
  /** The details of this occurrence, for people. Never contains a secret. */
  readonly detail?: string;
  /** The meaning of `detail` as a stable code in UpperCamelCase, for pages in other languages. */
  readonly reason?: string;
  /** The object that the problem concerns, such as the id of the customer with the email. */
  readonly instance?: string;
  /** Field path → every message about that field. */
  readonly errors?: Record<string, string[]>;
  /** Response headers that belong to the refusal, such as `Retry-After`. */
  readonly headers?: Record<string, string>;
  /** Further members of the body, for programs that know this kind of problem (RFC 9457, section 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
}

/**
 * A refusal, sent to the caller as `application/problem+json` (RFC 9457, wire contract section 1). Fields that do not
 * apply are absent. Modules define theirs with `defineProblem`.
 */
export class Problem extends Error {
  readonly status: number;
  readonly errorType: string;
  readonly title: string;
  declare readonly detail?: string;
  declare readonly reason?: string;
  declare readonly instance?: string;
  declare readonly errors?: Record<string, string[]>;
  declare readonly headers?: Record<string, string>;
  declare readonly members?: Readonly<Record<string, unknown>>;

  constructor(kind: ProblemKind, extra: ProblemExtra = {}) {
    const detail = extra.detail ?? kind.detail;
    super(detail ?? kind.title);
    this.name = 'Problem';
    this.status = kind.status;
    this.errorType = kind.errorType;
    this.title = kind.title;
    if (detail !== undefined) this.detail = detail;
    if (extra.reason !== undefined) this.reason = extra.reason;
    if (extra.instance !== undefined) this.instance = extra.instance;
    if (extra.errors !== undefined) this.errors = extra.errors;
    if (extra.headers !== undefined) this.headers = extra.headers;
    if (extra.members !== undefined) this.members = extra.members;
  }
}

/** Creates one occurrence of its kind of problem, to be thrown. */
export interface ProblemMaker {
  (extra?: ProblemExtra): Problem;
  /** The properties that all occurrences share, for the OpenAPI document. */
  readonly kind: ProblemKind;
}

/**
 * Defines a kind of refusal; the result creates one occurrence of it, to be thrown. Throws a `RangeError` when the kind
 * breaks the contract (status 4xx or 5xx, UpperCamelCase code, a detail for 409), so that such a mistake appears at
 * startup.
 */
export function defineProblem(kind: ProblemKind): ProblemMaker {
  if (!Number.isInteger(kind.status) || kind.status < 400 || kind.status > 599) {
    throw new RangeError(`the status of a problem is 400 to 599, not ${kind.status}`);
  }
  if (!/^([A-Z][a-z0-9]*)+$/.test(kind.errorType)) {
    throw new RangeError(`the code of a problem is UpperCamelCase, not "${kind.errorType}"`);
  }
  if (kind.status === 409 && (kind.detail ?? '').trim() === '')
    throw new RangeError(`problem ${kind.errorType} needs a detail: a 409 says what is in the way`);
  if (kind.title.trim() === '') throw new RangeError(`problem ${kind.errorType} needs a title`);
  return Object.assign((extra?: ProblemExtra) => new Problem(kind, extra), { kind });
}

/** 400: the input is malformed or breaks a rule; `errors` lists every issue. */
export const invalidInput = defineProblem({
  status: 400,
  errorType: 'InvalidInput',
  title: 'The request is not valid',
});

/** Raises `InvalidInput` with every field that has messages; does nothing when none has. */
export function refuseIssues(issues: Readonly<Record<string, string[]>>): void {
  const errors = Object.entries(issues).filter(([, messages]) => messages.length > 0);
  if (errors.length > 0) throw invalidInput({ errors: Object.fromEntries(errors) });
}

/** 401: no usable credential. The HTTP layer sets `WWW-Authenticate`. */
export const unauthorized = defineProblem({
  status: 401,
  errorType: 'Unauthorized',
  title: 'Authorization is missing or not valid',
});

/** 403: an authenticated caller who may not do this. */
export const forbidden = defineProblem({
  status: 403,
  errorType: 'Forbidden',
  title: 'This is not permitted',
});

/** 403: a look of the vendor at a customer's account, which changes nothing and gets nothing that acts for them. */
export const readOnlyView = defineProblem({
  status: 403,
  errorType: 'ReadOnlyView',
  title: 'This account is only shown',
  detail: 'You look at the account of a customer. Nothing can be changed in it, and nothing was.',
});

/** 404: unknown, or not the caller's; a response never reveals which. */
export const notFound = defineProblem({
  status: 404,
  errorType: 'NotFound',
  title: 'Not found',
});

/** 409: the state forbids it, and no named problem fits better. */
export const conflict = defineProblem({
  status: 409,
  errorType: 'Conflict',
  title: 'The current state does not allow this',
  detail: 'The current state does not allow this change. Read it again and retry.',
});

/** 410: the vendor has closed the store; applications take it for no verdict on their license (policies section 4). */
export const storeClosed = defineProblem({
  status: 410,
  errorType: 'StoreClosed',
  title: 'The store is closed',
  detail: 'This store has closed. Contact the vendor about your purchases.',
});

/** 413: the request body is larger than the route accepts. */
export const payloadTooLarge = defineProblem({
  status: 413,
  errorType: 'PayloadTooLarge',
  title: 'The request is too large',
});

/** 415: the route does not accept the media type of the request body. */
export const unsupportedMediaType = defineProblem({
  status: 415,
  errorType: 'UnsupportedMediaType',
  title: 'The media type is not supported',
});

/** 429: too many requests; set `Retry-After`, in seconds. */
export const rateLimited = defineProblem({
  status: 429,
  errorType: 'RateLimited',
  title: 'Too many requests',
});

/** 503: overloaded, or the database is unavailable; set `Retry-After`, in seconds. */
export const overloaded = defineProblem({
  status: 503,
  errorType: 'Overloaded',
  title: 'The service is busy',
});
