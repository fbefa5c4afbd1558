/** The longest address that mail can be sent to (RFC 5321 section 4.5.3.1, with the brackets taken off). */
export const MAX_EMAIL_CHARACTERS = 254;

const MAX_LOCAL_CHARACTERS = 64;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/**
 * An address as people have it: dot-atom@host.name, in ASCII alone. The rest of what RFC 5322 allows (quoted local
 * parts, comments, address literals) is never a person's address and a way around filters; letters beyond ASCII
 * have look-alikes, some of which a change of case turns into ASCII (dotless i, Kelvin sign). Names of hosts in
 * other scripts are written as `xn--…`, and the top level is never a number.
 */
const EXPRESSION = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[A-Za-z])${LABEL}$`);

/**
 * The issues of an email address: messages for people, empty when it can receive mail. Nothing is trimmed or repaired;
 * a valid address is stored as typed.
 */
export function checkEmail(email: string): string[] {
  if (email === '') return ['must not be empty'];
  if (email.length > MAX_EMAIL_CHARACTERS) return [`must have at most ${MAX_EMAIL_CHARACTERS} characters`];
  if (!EXPRESSION.test(email)) return ['must be an email address'];
  if (email.indexOf('@') > MAX_LOCAL_CHARACTERS) {
    return [`must have at most ${MAX_LOCAL_CHARACTERS} characters before the @`];
  }
  return [];
}

/**
 * The one spelling under which an address is matched: spaces around it and the case of ASCII letters do not count
 * (wire contract section 1). Other letters stay as they are, so nothing beyond ASCII ever matches an address.
 */
export function emailKey(email: string): string {
  return email.replaceAll(/^ +| +$/g, '').replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
