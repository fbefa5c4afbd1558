/** A mailbox as it appears in a header. */
export interface MailAddress {
  readonly name?: string;
  readonly address: string;
}

/** Raised for a mail that must not be written because a header of it could contain another one. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const LONGEST_ADDRESS = 320;

/**
 * Raises `MailRefused` unless the text is one plain mailbox: no white space, control character, list or comment
 * that could make a second recipient or a second header of it.
 */
export function checkAddress(address: string): void {
  const isPlain = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u.test(address);
  if (!isPlain || address.length > LONGEST_ADDRESS)
    throw new MailRefused('this is not the address of one mailbox');
}

/** Raises `MailRefused` when a text cannot be the value of one header, such as a subject with a line break. */
export function checkHeader(text: string): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    throw new MailRefused('a header must not contain control characters');
}

/** The sender of mails of accounts that set none: `no-reply` at the host of the instance. */
export function defaultSender(publicUrl: string): MailAddress {
  return { address: `no-reply@${new URL(publicUrl).hostname}` };
}
