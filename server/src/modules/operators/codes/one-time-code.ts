/** The form of a one-time code; spaces, with which people and apps group digits, are no part of it. */
const CODE_FORM = /^\d{6}$/;
const PERIOD_SECONDS = 30;
/** Clocks of phones are wrong, and people type slowly: the codes before and after work, too. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret for an authenticator app, in base32, from random bits of which it needs 160. */
export async function codeSecret(random: Buffer): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ buffer: Uint8Array.from(random.subarray(0, SECRET_BYTES)).buffer }).base32;
}

/** What a QR code shows to an authenticator app, which names the entry after the issuer and the label. */
export async function codeUri(
  secret: string,
  names: { readonly issuer: string; readonly label: string },
): Promise<string> {
  return (await generator(secret, names)).toString();
}

/**
 * The step of time, 30 seconds long, that a code belongs to; `undefined` when it is wrong, too old, or not of a step after
 * the latest one that was used (RFC 6238, section 5.2).
 */
export async function stepOfCode(
  secret: string,
  { code, now, usedStep }: { readonly code: string; readonly now: Date; readonly usedStep: number | null },
): Promise<number | undefined> {
  if (!CODE_FORM.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = (await generator(secret)).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
  return usedStep !== null && step <= usedStep ? undefined : step;
}

async function generator(secret: string, names: { readonly issuer?: string; readonly label?: string } = {}) {
  const { Secret, TOTP } = await import('otpauth');
  // What every authenticator app understands.
  const form = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ ...names, ...form, secret: Secret.fromBase32(secret) });
}
