import { type ProviderErrorKind, ProviderError } from '../../provider-error.ts';

/** A failure of the provider, for the log: the library's own errors contain headers and the request. */
export class StripeError extends ProviderError {
  override readonly name = 'StripeError';
  /** The provider's code, such as `amount_too_small`. */
  readonly code: string | undefined;
  /** The parameter that it refuses, such as `payment_method`. */
  readonly param: string | undefined;
  /** Of the response; absent when there was none. */
  readonly status: number | undefined;
  /** The payment intent that a bank has declined: it exists all the same. */
  readonly intentId: string | undefined;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    {
      code,
      param,
      status,
      intentId,
    }: { code?: string; param?: string; status?: number; intentId?: string } = {},
  ) {
    super(kind, message);
    this.code = code;
    this.param = param;
    this.status = status;
    this.intentId = intentId;
  }
}

/** The library's error, without secrets and without addresses of people. */
export function errorOf(error: unknown): StripeError {
  if (error instanceof StripeError) return error;
  const { type, code, param, statusCode, requestId, message, intentId } = fieldsOf(error);
  const about = [type, code, statusCode, requestId]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(', ');
  const text = `Stripe: ${withoutSecrets(String(message))}${about === '' ? '' : ` (${about})`}`;
  const status = typeof statusCode === 'number' ? statusCode : undefined;
  return new StripeError(kindOf(String(type), status), text, {
    ...(typeof code === 'string' && { code }),
    ...(typeof param === 'string' && { param }),
    ...(status !== undefined && { status }),
    ...(typeof intentId === 'string' && { intentId }),
  });
}

function kindOf(type: string, status: number | undefined): ProviderErrorKind {
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') return 'Forbidden';
  const isDecided = status !== undefined && status >= 400 && status < 500 && status !== 409 && status !== 429;
  return isDecided ? 'Refused' : 'Unavailable';
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const read = (name: string): unknown => Reflect.get(error, name);
  return {
    type: read('type') ?? error.name,
    code: read('code'),
    param: read('param'),
    statusCode: read('statusCode'),
    requestId: read('requestId'),
    intentId: idOf(read('payment_intent')),
    message: error.message,
  };
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
}

const SECRET = /\b(?:sk|rk|pk|whsec)_[\w*]+/g;
const WORD = /[^\s'"<>]+/g;

function withoutSecrets(text: string): string {
  return text
    .replaceAll(SECRET, '[key]')
    .replaceAll(WORD, (word) => (word.includes('@') ? '[address]' : word));
}
