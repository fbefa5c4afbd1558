import { type Jwks, keyFromPem, keysFromJwks, type PublicKey } from './public-keys.ts';

/** The public license keys of the account that are compiled into the application; at least one. */
export interface TrustedKeys {
  /** SPKI or PKCS#1, as `/api/public/license-key.pem` returns them. */
  readonly pem?: string | readonly string[];
  /** As `/.well-known/jwks.json` returns them. */
  readonly jwks?: Jwks;
}

/** The keys that tokens are checked with. */
export interface Keyring {
  /** All keys, those that the application was built with first. */
  readonly keys: () => Promise<readonly PublicKey[]>;
  /** Looks for new keys, if the application trusts its server to name them. Whether there are any. */
  readonly refresh: () => Promise<boolean>;
}

/** How new keys get into a keyring while the application runs. */
export interface KeySource {
  /** The JWKS that an earlier run has fetched; as the storage has it, which is not authenticated. */
  readonly cached: () => unknown;
  /** Fetches the current JWKS. */
  readonly fetch: () => Promise<unknown>;
  /** Keeps the JWKS for the next run. */
  readonly keep: (jwks: unknown) => Promise<void>;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
}

/** An unknown key is looked for at most once in this time: a forged token must not become a flood of requests. */
const PAUSE_MS = 5 * 60_000;

/** Creates a keyring. With a source, it fetches the JWKS when a token names a key that is not on it. */
export function createKeyring(trusted: TrustedKeys, source?: KeySource): Keyring {
  let trust: Promise<PublicKey[]> | undefined;
  let refreshedAt: number | undefined;

  const ownKeys = (): Promise<PublicKey[]> => (trust ??= readTrusted(trusted));
  const keys = async (): Promise<PublicKey[]> => {
    const own = await ownKeys();
    const others = source === undefined ? [] : await keysFromJwks(source.cached());
    // Whoever writes the storage may have put them there: they never stand in for a key of the application.
    return [...own, ...others.filter(({ kid }) => !own.some((key) => key.kid === kid))];
  };
  const refresh = async (): Promise<boolean> => {
    if (source === undefined) return false;
    const now = source.monotonic();
    if (refreshedAt !== undefined && now - refreshedAt < PAUSE_MS) return false;
    refreshedAt = now;
    const jwks = await source.fetch();
    // Something else than the server may have answered.
    if ((await keysFromJwks(jwks)).length === 0) return false;
    await source.keep(jwks);
    return true;
  };
  return { keys, refresh };
}

async function readTrusted({ pem = [], jwks }: TrustedKeys): Promise<PublicKey[]> {
  const pems = typeof pem === 'string' ? [pem] : pem;
  const keys = [...(await Promise.all(pems.map(keyFromPem))), ...(await keysFromJwks(jwks))];
  if (keys.length === 0) throw new TypeError('The application has no public license key.');
  return keys;
}
