import { type Jwks, keyFromPem, keysFromJwks, type PublicKey } from './public-keys.ts';

/** The public license keys of the account that are compiled into the application; at least one. */
export interface TrustedKeys {
  /** SPKI or PKCS#1, as `/api/public/license-key.pem` returns them. */
  readonly pem?: string | readonly string[];
  /** In the format of `/.well-known/jwks.json`. */
  readonly jwks?: Jwks;
}

/** The keys that tokens are checked with. */
export interface Keyring {
  /** All keys, the compiled-in ones first. */
  readonly keys: () => Promise<readonly PublicKey[]>;
  /** Fetches new keys, if the application trusts its server for that. Returns whether there are any. */
  readonly refresh: () => Promise<boolean>;
}

/** The source of new keys while the application runs. */
export interface KeySource {
  /** The JWKS that an earlier run has fetched, from the storage, which is not authenticated. */
  readonly cached: () => unknown;
  /** Fetches the current JWKS. */
  readonly fetch: () => Promise<unknown>;
  /** Stores the JWKS for the next run. */
  readonly keep: (jwks: unknown) => Promise<void>;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
}

/** The minimum time between two fetches for unknown keys: a forged token must not cause a flood of requests. */
const PAUSE_MS = 5 * 60_000;

/** Creates a keyring. With a source, it fetches the JWKS when a token names a key that it does not have. */
export function createKeyring(trusted: TrustedKeys, source?: KeySource): Keyring {
  let trust: Promise<PublicKey[]> | undefined;
  let refreshedAt: number | undefined;

  const ownKeys = (): Promise<PublicKey[]> => (trust ??= readTrusted(trusted));
  const keys = async (): Promise<PublicKey[]> => {
    const own = await ownKeys();
    const others = source === undefined ? [] : await keysFromJwks(source.cached());
    // Anybody who can write the storage may have added them: they never replace a key of the application.
    return [...own, ...others.filter(({ kid }) => !own.some((key) => key.kid === kid))];
  };
  const refresh = async (): Promise<boolean> => {
    if (source === undefined) return false;
    const now = source.monotonic();
    if (refreshedAt !== undefined && now - refreshedAt < PAUSE_MS) return false;
    refreshedAt = now;
    const jwks = await source.fetch();
    // The response may not come from the server.
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
