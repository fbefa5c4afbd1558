import type { components } from '@latchkey/sdk';
import { ExplainedFailure } from '../failures/explained-failure.ts';

type Schemas = components['schemas'];

/** Sentences for what a browser says of passkeys. */
interface PasskeyTexts {
  readonly cancelled: string;
  readonly doubled: string;
}

/** Whether this browser has passkeys: only in a page that nobody on the way can read. */
export function hasPasskeySupport(): boolean {
  return 'PublicKeyCredential' in window;
}

/**
 * Has the reader choose a passkey, which signs. Raises `ExplainedFailure` when they do not, or the browser finds none: it
 * does not say which.
 */
export async function signWithPasskey(
  request: Schemas['OperatorPasskeyRequest'],
  { cancelled }: PasskeyTexts,
): Promise<Schemas['OperatorPasskeySignature']> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    return await startAuthentication({ optionsJSON: request });
  } catch (cause) {
    throw new ExplainedFailure(cancelled, { cause });
  }
}

/** Has the reader make a passkey. Raises `ExplainedFailure` when they do not, or their authenticator has one already. */
export async function makePasskey(
  creation: Schemas['OperatorPasskeyCreation'],
  { cancelled, doubled }: PasskeyTexts,
): Promise<Schemas['OperatorPasskeyCredential']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    return await startRegistration({ optionsJSON: creation });
  } catch (cause) {
    const isDoubled = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new ExplainedFailure(isDoubled ? doubled : cancelled, { cause });
  }
}
