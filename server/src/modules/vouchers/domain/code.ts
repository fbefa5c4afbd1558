/** 30 digits and capitals without those that look alike: 0 and O, 1 and I and L, and U beside V. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_CHARACTERS = 20;
const GROUP_CHARACTERS = 5;

/** The longest text that is accepted as a code: one with dashes and spaces everywhere still fits. */
export const MAX_TYPED_CODE_CHARACTERS = 100;

/**
 * A code from 256 random bits in base64url: 20 characters of 30, which are 98 bits. The remainder favours no code by
 * more than one part in 2^157.
 */
export function codeOf(secret: string): string {
  const bytes = Uint8Array.fromBase64(secret, { alphabet: 'base64url' });
  const base = BigInt(CODE_ALPHABET.length);
  let number = BigInt(`0x${bytes.toHex()}`);
  let code = '';
  for (let position = 0; position < CODE_CHARACTERS; position += 1) {
    code += CODE_ALPHABET.charAt(Number(number % base));
    number /= base;
  }
  return code;
}

/** A code as people read and type it: `ABCDE-FGHJK-MNPQR-STVWX`; one of another system as it is. */
export function formatCode(code: string): string {
  if (!ownExpression.test(code)) return code;
  const groups: string[] = [];
  for (let first = 0; first < code.length; first += GROUP_CHARACTERS) {
    groups.push(code.slice(first, first + GROUP_CHARACTERS));
  }
  return groups.join('-');
}

/**
 * The one spelling of a typed code; case, spaces and dashes do not count. `undefined` when it can be no code, of this system
 * or of another.
 */
export function normaliseCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED_CODE_CHARACTERS) return undefined;
  const code = typed.replaceAll(/[\s\p{Pd}_]/gu, '');
  // Before the case is changed: some letters beyond ASCII would become plain ones.
  return anyExpression.test(code) ? code.toUpperCase() : undefined;
}

const ownExpression = new RegExp(`^[${CODE_ALPHABET}]{${CODE_CHARACTERS}}$`);
/** What a code of another system may be: enough not to be guessed at the rate at which codes can be tried. */
const anyExpression = /^[A-Za-z0-9]{8,64}$/;
