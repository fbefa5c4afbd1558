/** 30 digits and capitals without those that look alike: 0 and O, 1 and I and L, and U beside V. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_CHARACTERS = 20;
const GROUP_CHARACTERS = 5;

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

/** A code as people read and type it: `ABCDE-FGHJK-MNPQR-STVWX`. A code of another system stays unchanged. */
export function formatCode(code: string): string {
  if (!ownExpression.test(code)) return code;
  const groups: string[] = [];
  for (let first = 0; first < code.length; first += GROUP_CHARACTERS) {
    groups.push(code.slice(first, first + GROUP_CHARACTERS));
  }
  return groups.join('-');
}

const ownExpression = new RegExp(`^[${CODE_ALPHABET}]{${CODE_CHARACTERS}}$`);
