/** A separate copy of the bytes, which WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

const URL_ALPHABET = /^[A-Za-z0-9_-]*$/;

/** The bytes of base64url without padding (RFC 4648, section 5); undefined for anything but its canonical form. */
export function fromBase64Url(text: string): Bytes | undefined {
  if (!URL_ALPHABET.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  );
  return toBase64Url(bytes) === text ? bytes : undefined;
}

/** Base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return btoa(text);
}

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}
