import type { Stripe } from 'stripe';

/** A refusal, in the provider's format. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly body: ApiErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: ApiErrorBody['error'], headers: Readonly<Record<string, string>> = {}) {
    super(error.message);
    this.status = status;
    this.body = { error };
    this.headers = headers;
  }
}

interface ApiErrorBody {
  readonly error: {
    readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
    readonly message: string;
    readonly code?: string;
    readonly param?: string;
    readonly doc_url?: string;
    readonly decline_code?: string;
    readonly payment_intent?: Stripe.PaymentIntent;
  };
}

export function invalidRequest(message: string, fields: { code?: string; param?: string } = {}): ApiRefusal {
  return new ApiRefusal(400, { type: 'invalid_request_error', message, ...fields });
}

export function missing(kind: string, id: string): ApiRefusal {
  const message = `No such ${kind}: '${id}'`;
  return new ApiRefusal(404, {
    type: 'invalid_request_error',
    message,
    code: 'resource_missing',
    param: 'id',
  });
}

/** A bank has declined a payment, whose intent exists. */
export function declined(intent: Stripe.PaymentIntent): ApiRefusal {
  const {
    code,
    decline_code: declineCode,
    message = 'Your card was declined.',
  } = intent.last_payment_error ?? {};
  return new ApiRefusal(402, {
    type: 'card_error',
    message,
    ...(code !== undefined && { code }),
    ...(declineCode !== undefined && { decline_code: declineCode }),
    payment_intent: intent,
  });
}

/** The provider does not have it in this mode, and says that it exists in the other. */
export function ofOtherMode(id: string): ApiRefusal {
  const message = `No such object: '${id}'; a similar object exists in live mode, but a test mode key was used to make this request.`;
  return new ApiRefusal(404, {
    type: 'invalid_request_error',
    message,
    code: 'resource_missing',
    param: 'id',
  });
}

export function invalidKey(key: string): ApiRefusal {
  const masked = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
  return new ApiRefusal(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${masked}`,
  });
}

export function forbidden(path: string): ApiRefusal {
  return new ApiRefusal(403, {
    type: 'invalid_request_error',
    message: `The provided key does not have the required permissions for this endpoint: ${path}`,
  });
}

/** Too many requests; a client may try again at once when the header says so. */
export function rateLimit(): ApiRefusal {
  const message = 'Request rate limit exceeded.';
  return new ApiRefusal(
    429,
    { type: 'invalid_request_error', message, code: 'rate_limit' },
    { 'stripe-should-retry': 'true' },
  );
}

export function serverError(): ApiRefusal {
  return new ApiRefusal(500, { type: 'api_error', message: 'Something went wrong on our end.' });
}
