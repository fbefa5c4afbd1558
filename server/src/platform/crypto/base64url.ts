/**
 * The bytes of a base64url text, `undefined` unless it is their one canonical encoding: no padding, no other
 * characters, no spare bits set. Node's own decoder skips invalid characters, so that many texts would encode the same
 * bytes.
 */
export function decodeBase64Url(text: string): Buffer | undefined {
  return decodeCanonical(text, 'base64url');
}

/** The bytes of an unpadded base64 text (as in PHC strings), `undefined` unless it is canonical. */
export function decodeUnpaddedBase64(text: string): Buffer | undefined {
  return text.endsWith('=') ? undefined : decodeCanonical(text, 'base64');
}

/** Unpadded base64, as in PHC strings. */
export function encodeUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}

function decodeCanonical(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  const spelling = encoding === 'base64' ? encodeUnpaddedBase64(bytes) : bytes.toString(encoding);
  return spelling === text ? bytes : undefined;
}
