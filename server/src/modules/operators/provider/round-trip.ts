import type { AuthorizationCodeGrantChecks } from 'openid-client';
import { accountUrl, type Context } from '../../accounts/index.ts';
import { type ChallengeUse, makeChallenge, takeChallenge } from '../challenge.ts';
import { emailUnproven, providerSignInRefused, signInProviderUnavailable } from '../problems.ts';
import { discoverProvider } from './discover-provider.ts';

/** Somebody's way to the provider. */
export interface Departure {
  /** Where the browser goes. */
  readonly url: string;
  /** What the browser keeps, and gives back with what the provider has added to the address. */
  readonly attempt: string;
}

/** Somebody's way back from the provider. */
export interface Arrival {
  readonly attempt: string;
  /** The query of the address that the provider has led to. */
  readonly query: string;
}

/** What nobody but this server can make from an attempt, so that an address alone proves nothing. */
function secretsOf({ vault, account }: Context, attempt: string) {
  const secret = (purpose: string) => vault.lookupKey(account, `operator-provider-${purpose}`, attempt);
  return { state: secret('state'), nonce: secret('nonce'), pkceCodeVerifier: secret('verifier') };
}

/** Where the provider leads back to: the vendor registers it there. */
function returnUrl({ config, account }: Context): string {
  return `${accountUrl(config, account)}/dashboard/provider`;
}

/**
 * Sends somebody to the provider: with code flow, PKCE, state and nonce, good for five minutes and one try. Whoever only confirms
 * has to sign in there again. Raises as `discoverProvider` does.
 */
export async function depart(ctx: Context, use: ChallengeUse): Promise<Departure> {
  const provider = await discoverProvider(ctx);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  const attempt = await makeChallenge(ctx, use);
  const { state, nonce, pkceCodeVerifier } = secretsOf(ctx, attempt);
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: returnUrl(ctx),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...(use.purpose === 'ProviderConfirmation' && { max_age: '0', prompt: 'login' }),
  });
  return { url: url.href, attempt };
}

/**
 * The email of whoever comes back from the provider, which has checked that it is theirs. The attempt is used up before
 * anything else. Raises 400 `ProviderSignInRefused`, 403 `EmailUnproven`, and as `discoverProvider` does.
 */
export async function arrive(ctx: Context, use: ChallengeUse, { attempt, query }: Arrival): Promise<string> {
  if (!(await takeChallenge(ctx, use, attempt))) throw providerSignInRefused();
  const provider = await discoverProvider(ctx);
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
  const address = new URL(returnUrl(ctx));
  address.search = query;
  const { state, ...secrets } = secretsOf(ctx, attempt);
  const checks: AuthorizationCodeGrantChecks = {
    expectedState: state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.pkceCodeVerifier,
    idTokenExpected: true,
    ...(use.purpose === 'ProviderConfirmation' && { maxAge: 0 }),
  };
  const claims = await orRefuse(ctx, async () => {
    const tokens = await authorizationCodeGrant(provider, address, checks);
    const idToken = tokens.claims();
    if (idToken === undefined || idToken['email'] !== undefined) return idToken;
    return fetchUserInfo(provider, tokens.access_token, idToken.sub);
  });
  const email = claims?.['email'];
  if (typeof email !== 'string' || claims?.['email_verified'] !== true) throw emailUnproven();
  return email;
}

/** What the provider does not say, or says wrongly, is refused; what it cannot say at the moment can be asked again. */
async function orRefuse<Result>({ log }: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    log.info({ err: error }, 'a sign-in at the provider was refused');
    throw isOutage(error) ? signInProviderUnavailable() : providerSignInRefused();
  }
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  if (cause instanceof Response) return cause.status >= 500;
  const code = 'code' in error ? error.code : undefined;
  // How `fetch` says that there was no connection.
  return code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed');
}
