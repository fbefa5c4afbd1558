import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import countryToCurrency from 'country-to-currency';
import { Reader, type Response } from 'mmdb-lib';
import type { Config } from '../config.ts';
import { recentValues } from '../recent-values.ts';

/** Facts about a client that do not come from the client itself. */
interface ClientAddress {
  readonly ip: string;
  /** The addresses from the peer of the connection to the client; absent where no proxy is trusted. */
  readonly ips?: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Finds the country of a client, as ISO 3166-1 alpha-2; `undefined` when it is unknown. */
export type CountryFinder = (client: ClientAddress) => string | undefined;

/**
 * Countries from the CDN's header if one is configured and names one, and if the request came through a trusted proxy,
 * where any are configured: a client must not choose its own country. Otherwise from the configured or embedded
 * IP-to-country database, which stays in memory. A configured one is read immediately: throws when the file cannot be
 * read. The embedded one (8 MB) is read on the first lookup, which never happens in a shop with one currency.
 */
export function openCountryFinder(config: Pick<Config, 'countryHeader' | 'geoDatabase'>): CountryFinder {
  const { geoDatabase } = config;
  let database = geoDatabase === undefined ? undefined : readDatabase(geoDatabase);
  const countries = recentValues<{ readonly code: string | undefined }>(MOST_REMEMBERED);
  const lookUp = (ip: string): string | undefined => {
    const remembered = countries.get(ip);
    if (remembered !== undefined) return remembered.code;
    const code = isIP(ip) === 0 ? undefined : recordedCountry((database ??= readDatabase(EMBEDDED)).get(ip));
    countries.set(ip, { code });
    return code;
  };
  return ({ ip, ips, headers }) => {
    const isByProxy = ips === undefined || ips.length > 1;
    const { countryHeader } = config;
    const fromHeader =
      countryHeader !== undefined && isByProxy ? countryCode(headers[countryHeader]) : undefined;
    return fromHeader ?? lookUp(ip);
  };
}

function readDatabase(path: string): Reader<Response> {
  return new Reader<Response>(readFileSync(path));
}

/** Visitors come back; this number of addresses takes about a megabyte. */
const MOST_REMEMBERED = 10_000;

/** The currency of a country, as ISO 4217; `undefined` for an unknown country. */
export function currencyOfCountry(country: string): string | undefined {
  const currencies: Readonly<Record<string, string>> = countryToCurrency;
  return Object.hasOwn(currencies, country) ? currencies[country] : undefined;
}

const EMBEDDED = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
);

/** Country databases name the country in one of two ways: `country_code`, or `country.iso_code`. */
function recordedCountry(countries: unknown): string | undefined {
  if (!isRecord(countries)) return undefined;
  const nested = countries['country'];
  return countryCode(countries['country_code'] ?? (isRecord(nested) ? nested['iso_code'] : undefined));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** CDNs send `XX` or `T1` for an unknown country. */
function countryCode(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : undefined;
}
