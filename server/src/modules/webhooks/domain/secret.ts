const PREFIX = 'whsec_';
const BYTES = { fewest: 24, most: 64 };
const CHARACTERS = { fewest: 16, most: 200 };

/** Why a text cannot be the secret of an endpoint, as a predicate; empty if it can. */
export function secretIssues(secret: string, form: string): string[] {
  if (form === 'legacy') {
    const isGood = secret.length >= CHARACTERS.fewest && secret.length <= CHARACTERS.most;
    return isGood ? [] : [`must have ${CHARACTERS.fewest} to ${CHARACTERS.most} characters`];
  }
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const bytes = Buffer.from(encoded, 'base64');
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && bytes.toString('base64') === encoded;
  const isGood = isBase64 && bytes.length >= BYTES.fewest && bytes.length <= BYTES.most;
  return isGood ? [] : [`must be ${PREFIX} and the base64 of ${BYTES.fewest} to ${BYTES.most} bytes`];
}

/** A new secret from 32 random bytes in base64url. */
export function secretOf(random: string): string {
  return PREFIX + Buffer.from(random, 'base64url').toString('base64');
}
