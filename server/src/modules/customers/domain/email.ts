/** The maximum length of an address that mail can be sent to (RFC 5321 section 4.5.3.1, without the brackets). */
const MAX_EMAIL_CHARACTERS = 254;

const MAX_LOCAL_CHARACTERS = 64;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const TOP_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/**
 * An ordinary email address: dot-atom@host.name, in ASCII only. The other forms of RFC 5322 (quoted local parts,
 * comments, address literals) are never a person's address and can bypass filters; letters beyond ASCII have
 * look-alikes, some of which become ASCII when their case changes (dotless i, Kelvin sign). Host names in other scripts
 * are written as `xn--…`, and the top level is never a number.
 */
const EXPRESSION = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`);

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
 * The lookup form of an address: surrounding spaces and the case of ASCII letters do not count (wire contract section
 * 1). Other letters stay unchanged, so nothing beyond ASCII ever matches an address.
 */
export function emailKey(email: string): string {
  return (/[^ ](?:[^]*[^ ])?/.exec(email)?.[0] ?? '').replaceAll(/[A-Z]+/g, (letters) =>
    letters.toLowerCase(),
  );
}
