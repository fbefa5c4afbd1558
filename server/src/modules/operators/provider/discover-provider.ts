import type { Configuration } from 'openid-client';
import type { SignInProvider } from '../../../platform/config-operators.ts';
import type { Context } from '../../accounts/index.ts';
import { noSignInProvider, signInProviderUnavailable } from '../problems.ts';

/** What a provider says of itself, and until when it is believed. */
interface Discovery {
  readonly configuration: Promise<Configuration>;
  readonly endsAt: number;
}

const KEPT_MS = 60 * 60 * 1_000;
const TIME_LIMIT_SECONDS = 8;

const discoveries = new WeakMap<SignInProvider, Discovery>();

/**
 * The provider of the instance, as its own document describes it: asked once an hour by each process. Raises 404
 * `NoSignInProvider`, and 503 `SignInProviderUnavailable` when it does not respond, or is another than it should be.
 */
export async function discoverProvider(ctx: Context): Promise<Configuration> {
  const { signInProvider: provider } = ctx.config;
  if (provider === undefined) throw noSignInProvider();
  const now = ctx.clock.now().getTime();
  const earlier = discoveries.get(provider);
  const discovery =
    earlier !== undefined && earlier.endsAt > now
      ? earlier
      : { configuration: discover(provider), endsAt: now + KEPT_MS };
  discoveries.set(provider, discovery);
  try {
    return await discovery.configuration;
  } catch (error) {
    discoveries.delete(provider);
    ctx.log.warn({ err: error }, 'the provider for signing in does not say what it is');
    throw signInProviderUnavailable();
  }
}

async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<Configuration> {
  const client = await import('openid-client');
  const url = new URL(issuer);
  const configuration = await client.discovery(url, clientId, clientSecret, undefined, {
    timeout: TIME_LIMIT_SECONDS,
    execute: [
      client.enableNonRepudiationChecks,
      // The configuration has seen to it that this is a provider on this machine. (The mark only makes people look.)
      // oxlint-disable-next-line typescript/no-deprecated
      ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
  // The library makes exceptions, for providers that many tenants share: their people are strangers.
  const { issuer: ownIssuer } = configuration.serverMetadata();
  if (new URL(ownIssuer).href !== url.href) throw new Error(`the provider says that it is ${ownIssuer}`);
  return configuration;
}
