import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { withoutEnd } from '../kernel/cut-text.ts';
import { isPostgresLocation } from './database/open-database.ts';
import { isLoopbackAddress, isLoopbackHost } from './http/network/loopback.ts';
import { holdMostAddresses } from './http/network/networks.ts';
import { type OperatorConfig, operatorAccessOf, type SignInProvider } from './config-operators.ts';
import { type StripeApi, stripeApiIssue } from './config-payments.ts';
import { type UnknownVariable, unknownVariables } from './unknown-variables.ts';

/** A bucket of an S3-compatible service. */
export interface S3Config {
  readonly bucket: string;
  /** Base URL of the service, which customers reach, too; absent: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Absent: the SDK uses its default sources, such as the role of the machine. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  /** The bucket is in the path of URLs, not in the host. */
  readonly usesPathStyle: boolean;
}

/** Everything that an operator can set, read once from the environment at startup. */
export interface Config {
  readonly isProduction: boolean;
  /**
   * The demo shop, test payments and `/dev/mail`, which open every account to anybody who can reach the server: only
   * outside of production, and only if no other machine can reach it or the operator enabled them.
   */
  readonly hasDevFeatures: boolean;
  /** Address to listen on. */
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder for the SQLite file, stored files and the instance secret. */
  readonly dataDir: string;
  /** `postgres://…`, or the path of the SQLite file. */
  readonly databaseLocation: string;
  readonly databasePoolSize: number;
  /** Encrypts keys at rest and signs links; absent: stored in a file of the data folder (development only). */
  readonly secret: string | undefined;
  /** Base URL under which clients reach the instance, without a trailing slash. */
  readonly publicUrl: string;
  /** `{accountId}.{platformDomain}` names an account; absent: only custom domains and the default account do. */
  readonly platformDomain: string | undefined;
  /** API keys of each account may change settings of the instance: hosts, the default account, sender and limits. */
  readonly trustsAccounts: boolean;
  readonly smtpUrl: string | undefined;
  /** Addresses or networks whose `X-Forwarded-…` headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** `X-Forwarded-Host` of a trusted proxy names the host, and with it the account. */
  readonly trustsForwardedHost: boolean;
  /** Header in which a trusted CDN names the client's country (ISO 3166-1 alpha-2), lower case. */
  readonly countryHeader: string | undefined;
  /** Path of an IP-to-country database in MMDB format; absent: the bundled one. */
  readonly geoDatabase: string | undefined;
  /** The register of tax ids of the European Union. */
  readonly viesUrl: string;
  readonly logLevel: string;
  /** The separate listener of `/metrics`: on this machine only, unless there is a token. */
  readonly metricsAddress: ListenAddress | undefined;
  /** The token that permits reading `/metrics` on any listener. */
  readonly metricsToken: string | undefined;
  /** Whether to serve the API reference and the OpenAPI document. */
  readonly servesReference: boolean;
  /** Requests per minute and client address, except for the guarded actions; 0 disables the limit. */
  readonly requestsPerMinute: number;
  /** Memory for cached storefronts, in units of 1,048,576 bytes; 0 caches none. */
  readonly storefrontCacheMegabytes: number;
  /** Days for which events stay in the journal; 0 keeps them forever. */
  readonly auditRetentionDays: number;
  /** Networks of internal receivers that webhooks may be sent to. */
  readonly webhookNetworks: readonly string[];
  /** The proxy that webhooks are sent through; absent: none. */
  readonly webhookProxy: string | undefined;
  /** Days for which the events for other systems, and what webhooks delivered of them, are kept. */
  readonly eventRetentionDays: number;
  /** The time after which another process takes over the jobs of a process that died. */
  readonly jobLeaseSeconds: number;
  /** The time for which a process that stops still accepts connections, while `/readyz` says that it is not ready. */
  readonly drainSeconds: number;
  /** The number of seconds that a shutdown waits for requests in flight. */
  readonly stopTimeoutSeconds: number;
  /** The bucket for release files; absent: they are stored in the data folder. */
  readonly s3: S3Config | undefined;
  /** A stand-in for the payment provider on this machine; absent: the provider itself. */
  readonly stripeApi: StripeApi | undefined;
  /** The maximum size of a file of a release, in bytes. */
  readonly uploadLimitBytes: number;
  /** The first operator of the default account; absent: a link sets it up. */
  readonly operator: OperatorConfig | undefined;
  /** Lets operators sign in with an account of the vendor's own service; absent: only here. */
  readonly signInProvider: SignInProvider | undefined;
  /** Variables that look like settings but do not exist: misspelt, or of another version. */
  readonly unknownVariables: readonly UnknownVariable[];
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const VIES_URL = 'https://ec.europa.eu/taxation_customs/vies/rest-api';

/** Raised with all issues of the environment. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(
      mistakes.length === 1
        ? `the configuration has a mistake: ${mistakes.join()}`
        : `the configuration has mistakes:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

interface DevelopmentQuestion {
  readonly mayExpose: boolean;
  readonly isServer: boolean;
  readonly host: string;
  readonly publicUrl: string;
}

/**
 * Reads the configuration; raises `ConfigError` with all issues. A command that is not a server accepts no connections,
 * so in development it may have an address that others can reach, but then has no development features.
 *
 * `LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES` has no effect in production, but is not an unknown variable there.
 */
export function readConfig(
  env: Environment,
  { isServer = true }: { readonly isServer?: boolean } = {},
): Config {
  const read = new EnvironmentReader(env);
  const isProduction = env['NODE_ENV'] === 'production';
  const host = read.text('HOST') ?? (isProduction ? '0.0.0.0' : '127.0.0.1');
  const port = read.integer('PORT', 4242, 0, 65_535);
  const dataDir = resolve(read.text('LATCHKEY_DATA_DIR') ?? './data');
  const publicUrl = read.url('LATCHKEY_PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`;
  const mayExpose = !isProduction && read.flag('LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES', false);
  const hasDevFeatures = !isProduction && read.development({ mayExpose, isServer, host, publicUrl });
  const metricsToken = read.token('LATCHKEY_METRICS_TOKEN');
  const config: Omit<Config, 'unknownVariables'> = {
    isProduction,
    hasDevFeatures,
    host,
    port,
    dataDir,
    databaseLocation: read.databaseUrl('DATABASE_URL') ?? resolve(dataDir, 'latchkey.db'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 1, 1_000),
    secret: read.secret('LATCHKEY_SECRET', isProduction),
    publicUrl,
    platformDomain: read.domain('LATCHKEY_PLATFORM_DOMAIN'),
    trustsAccounts: read.flag('LATCHKEY_TRUSTED_ACCOUNTS', false),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    trustedProxies: read.networks('LATCHKEY_TRUSTED_PROXIES'),
    trustsForwardedHost: read.flag('LATCHKEY_TRUST_FORWARDED_HOST', false),
    ...factsOf(read),
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    metricsAddress: read.metricsAddress('LATCHKEY_METRICS_ADDRESS', metricsToken),
    metricsToken,
    servesReference: read.flag('LATCHKEY_API_REFERENCE', true),
    requestsPerMinute: read.integer('LATCHKEY_REQUESTS_PER_MINUTE', 6_000, 0, 10_000_000),
    storefrontCacheMegabytes: read.integer('LATCHKEY_STOREFRONT_CACHE_MB', 32, 0, 65_536),
    auditRetentionDays: read.integer('LATCHKEY_AUDIT_RETENTION_DAYS', 0, 0, 36_500),
    ...webhookWayOf(read),
    eventRetentionDays: read.integer('LATCHKEY_EVENT_RETENTION_DAYS', 30, 30, 36_500),
    jobLeaseSeconds: read.integer('LATCHKEY_JOB_LEASE_SECONDS', 20, 5, 600),
    drainSeconds: read.integer('LATCHKEY_DRAIN_SECONDS', 0, 0, 300),
    stopTimeoutSeconds: read.integer('LATCHKEY_STOP_TIMEOUT_SECONDS', 25, 1, 600),
    s3: s3Of(read),
    uploadLimitBytes: read.integer('LATCHKEY_UPLOAD_LIMIT_MB', 5_120, 1, 153_600) * 1_048_576,
    stripeApi: stripeApiOf(read, hasDevFeatures),
    ...operatorAccessOf(read),
  };
  if (read.mistakes.length > 0) throw new ConfigError(read.mistakes);
  read.names.add('LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES');
  return { ...config, unknownVariables: unknownVariables(env, read.names) };
}

/** The sources of facts about visitors and buyers. */
function factsOf(read: EnvironmentReader): Pick<Config, 'countryHeader' | 'geoDatabase' | 'viesUrl'> {
  return {
    countryHeader: read.headerName('LATCHKEY_COUNTRY_HEADER'),
    geoDatabase: read.text('LATCHKEY_GEO_DATABASE'),
    viesUrl: read.url('LATCHKEY_VIES_URL', ['http:', 'https:']) ?? VIES_URL,
  };
}

/**
 * Half of a key pair, or settings without a bucket, are mistakes: files would end up elsewhere than the operator
 * expects.
 */
function s3Of(read: EnvironmentReader): S3Config | undefined {
  const bucket = read.text('S3_BUCKET');
  const settings = {
    endpoint: read.url('S3_ENDPOINT', ['http:', 'https:']),
    region: read.text('S3_REGION'),
    accessKeyId: read.text('S3_ACCESS_KEY_ID'),
    secretAccessKey: read.text('S3_SECRET_ACCESS_KEY'),
  };
  const usesPathStyle = read.flag('S3_PATH_STYLE', false);
  if ((settings.accessKeyId === undefined) !== (settings.secretAccessKey === undefined))
    read.mistakes.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both, or neither of them');
  if (bucket !== undefined)
    return { ...settings, bucket, usesPathStyle, region: settings.region ?? 'us-east-1' };
  if (usesPathStyle || Object.values(settings).some((value) => value !== undefined))
    read.mistakes.push('S3_BUCKET is required where another variable that begins with S3_ is set');
  return undefined;
}

/** Where webhooks may be sent to, and through what. */
function webhookWayOf(read: EnvironmentReader): Pick<Config, 'webhookNetworks' | 'webhookProxy'> {
  return {
    webhookNetworks: read.networks('LATCHKEY_WEBHOOK_NETWORKS'),
    webhookProxy: read.url('LATCHKEY_WEBHOOK_PROXY', ['http:', 'https:']),
  };
}

function stripeApiOf(read: EnvironmentReader, hasDevFeatures: boolean): StripeApi | undefined {
  const url = read.url('LATCHKEY_STRIPE_API_URL', ['http:', 'https:']);
  const mistake = url === undefined ? undefined : stripeApiIssue(url, hasDevFeatures);
  if (mistake !== undefined) read.mistakes.push(mistake);
  return url === undefined ? undefined : { url };
}

class EnvironmentReader {
  readonly mistakes: string[] = [];
  /** Every variable that the configuration reads. */
  readonly names = new Set<string>();
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    this.names.add(name);
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  integer(name: string, absent: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === undefined) return absent;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    this.mistakes.push(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
    return absent;
  }

  flag(name: string, absent: boolean): boolean {
    return this.oneOf(name, ['true', 'false'], String(absent)) === 'true';
  }

  /** Whether to enable development features; a server that others can reach must allow it explicitly. */
  development({ mayExpose, isServer, host, publicUrl }: DevelopmentQuestion): boolean {
    if (mayExpose) return true;
    const isOwnAddress = isLoopbackAddress(host) || isLoopbackHost(host);
    const open = [
      ...(isOwnAddress ? [] : [`HOST is ${host}`]),
      ...(isLoopbackHost(new URL(publicUrl).host) ? [] : [`LATCHKEY_PUBLIC_URL is ${publicUrl}`]),
    ];
    if (open.length === 0) return true;
    if (!isServer) return false;
    this.mistakes.push(
      `NODE_ENV must be "production" if other machines can reach the server (${open.join(', ')}), or everybody gets the demo ` +
        'shop, test payments and every mail; if that is what you want, set LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES=true',
    );
    return false;
  }

  token(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && text.length < 16)
      this.mistakes.push(`${name} must have at least 16 characters`);
    return text;
  }

  /** Metrics are only for this machine, or for clients with the token. */
  metricsAddress(name: string, token: string | undefined): ListenAddress | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [, bracketed, plain, port = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined || Number(port) > 65_535) {
      this.mistakes.push(`${name} must be an address and a port such as 127.0.0.1:9464, not "${text}"`);
      return undefined;
    }
    if (token === undefined && !isLoopbackAddress(host) && host !== 'localhost')
      this.mistakes.push(
        `${name} must be of this machine, such as 127.0.0.1:9464, without LATCHKEY_METRICS_TOKEN`,
      );
    return { host, port: Number(port) };
  }

  oneOf(name: string, allowed: readonly string[], absent: string): string {
    const text = this.text(name) ?? absent;
    if (!allowed.includes(text))
      this.mistakes.push(`${name} must be one of ${allowed.join(', ')}, not "${text}"`);
    return text;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const url = URL.parse(text);
    if (url !== null && protocols.includes(url.protocol)) return withoutEnd(text, '/');
    this.mistakes.push(
      `${name} must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
    return undefined;
  }

  databaseUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [authority = ''] = text.slice(text.indexOf('://') + 3).split(/[/?]/, 1);
    if (isPostgresLocation(text) && authority.slice(authority.lastIndexOf('@') + 1).includes(',')) {
      this.mistakes.push(
        `${name} names several hosts: name one that always leads to the leader, such as a load balancer`,
      );
      return undefined;
    }
    if (isPostgresLocation(text) && URL.canParse(text)) return text;
    // The value may contain a password, so it is not repeated.
    this.mistakes.push(`${name} must be a URL starting with postgres:// (leave it unset for SQLite)`);
    return undefined;
  }

  domain(name: string): string | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/.test(text)) return text;
    this.mistakes.push(`${name} must be a domain name, not "${text}"`);
    return undefined;
  }

  headerName(name: string): string | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined || /^[a-z0-9-]+$/.test(text)) return text;
    this.mistakes.push(`${name} must be the name of a header such as CF-IPCountry, not "${text}"`);
    return undefined;
  }

  networks(name: string): readonly string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim());
    const items = entries.filter((entry) => entry !== '');
    for (const entry of items) {
      const [address = '', prefix = '0', ...rest] = entry.split('/');
      const most = isIP(address) === 4 ? 32 : 128;
      if (isIP(address) === 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > most || rest.length > 0) {
        this.mistakes.push(`${name} must list addresses or networks such as 10.0.0.0/8, not "${entry}"`);
      }
    }
    if (holdMostAddresses(items)) {
      this.mistakes.push(
        `${name} must list your own networks: "${items.join(',')}" has most of the internet in it`,
      );
    }
    return items;
  }

  secret(name: string, isRequired: boolean): string | undefined {
    const text = this.text(name);
    if (text === undefined && isRequired)
      this.mistakes.push(
        `${name} is required in production: at least 32 random characters; make one with ` +
          `\`node -p 'crypto.randomBytes(32).toString("base64url")'\``,
      );
    if (text !== undefined && text.length < 32)
      this.mistakes.push(`${name} must have at least 32 characters`);
    return text;
  }
}
