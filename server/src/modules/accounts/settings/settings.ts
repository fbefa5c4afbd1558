import type { Static } from '../../../kernel/schema.ts';
import { isCountryCode } from '../../../kernel/countries.ts';
import { isLocale } from '../../../kernel/locale.ts';
import { isCurrency } from '../../../kernel/money.ts';
import { readAs, type ShapeMistake, shapeOf } from '../../../platform/schema-check.ts';
import { AccountSettings as Schema, LEAST_ACCESS_SECONDS } from './settings-schema.ts';

type StoredSettings = Static<typeof Schema>;

/** Settings as read: checked and complete. */
export type AccountSettings = Readonly<StoredSettings> & { readonly defaultCurrency: string };

/** Settings as written: an absent field keeps its value, or its default in a new account. */
export type AccountSettingsInput = {
  readonly [Name in keyof StoredSettings]?: StoredSettings[Name] extends readonly unknown[]
    ? StoredSettings[Name]
    : StoredSettings[Name] extends object
      ? { readonly [Field in keyof StoredSettings[Name]]?: StoredSettings[Name][Field] | undefined }
      : StoredSettings[Name] | undefined;
};

/**
 * The settings with every default filled in; `undefined` when they are invalid (see `checkSettings`). Those of a later
 * release, whose servers may run beside this one, are ignored.
 */
export function completeSettings(value: unknown): AccountSettings | undefined {
  const input = raised(value);
  const settings = readAs(Schema, input) ?? readAs(Schema, withoutUnknown(input));
  if (settings === undefined) return undefined;
  const defaultCurrency = settings.defaultCurrency ?? settings.currencies[0];
  return defaultCurrency === undefined ? undefined : { ...settings, defaultCurrency };
}

function withoutUnknown(input: object): object {
  const copy = structuredClone(input);
  for (const mistake of shapeOf(Schema, input).mistakes) {
    if (mistake.keyword !== 'additionalProperties') continue;
    const group = valueAt(copy, mistake.instancePath);
    if (isGroup(group)) Reflect.deleteProperty(group, String(mistake.params['additionalProperty']));
  }
  return copy;
}

/** The part of settings at a JSON pointer, such as `/limits`; `undefined` when there is none. */
function valueAt(settings: unknown, pointer: string): unknown {
  let part = settings;
  for (const name of pointer.split('/').slice(1)) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = new Map<string, unknown>(Object.entries(part)).get(name);
  }
  return part;
}

/** Lifetimes of access tokens that were stored when shorter ones were allowed. */
function raised(value: unknown): object {
  if (!isGroup(value)) return {};
  if (!('accessTokenSeconds' in value)) return value;
  const { accessTokenSeconds } = value;
  return typeof accessTokenSeconds === 'number' && accessTokenSeconds < LEAST_ACCESS_SECONDS
    ? { ...value, accessTokenSeconds: LEAST_ACCESS_SECONDS }
    : value;
}

/**
 * Merges `changes` into `stored`: fields and fields of groups replace those of the same name, `undefined` removes one.
 * A stored value that was valid when it was written does not block a change.
 */
export function mergeSettings(value: object, changes: object): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...raised(value) };
  for (const [name, change] of Object.entries(changes)) {
    const before = merged[name];
    if (change === undefined) delete merged[name];
    else merged[name] = isGroup(before) && isGroup(change) ? { ...before, ...change } : change;
  }
  return merged;
}

/** Changes in JSON, where null resets a setting, or one of a group, to its default: `undefined` replaces every null. */
export function settingChanges(settings: object): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(settings);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isGroup(value) ? settingChanges(value) : (value ?? undefined)]),
  );
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const PAGES = ['mailPageUrl', 'activationPageUrl'];
/** Pages of products, whose ids follow. */
const PREFIXES = ['productPageUrl', 'buyPageUrl'];
const LINKS = ['websiteUrl', 'storefrontUrl', 'logoUrl', ...PREFIXES, ...PAGES];

/**
 * All issues of the settings, as field path → messages; `{}` when there are none. Of `changes` to stored settings, only
 * those of a page or of the origins are refused for a page that is on none of the origins.
 */
export function checkSettings(input: unknown, changes = input): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const report = (path: string, message: string): void => {
    const messages = (errors[path] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  const { copy: settings, mistakes } = shapeOf(Schema, input);
  for (const mistake of mistakes) if (!isOfLaterRelease(mistake, changes)) reportShape(mistake, report);
  if (!isGroup(settings)) return errors;
  const fields = new Map<string, unknown>(Object.entries(settings));
  for (const name of LINKS) checkLink(name, fields.get(name), report);
  for (const name of PREFIXES) checkPrefix(name, fields.get(name), report);
  if (isGroup(changes) && ['origins', ...PAGES].some((name) => name in changes)) {
    const origins = texts(fields.get('origins'));
    for (const name of PAGES) checkPage(name, fields.get(name), { origins, report });
  }
  checkLinks(fields.get('links'), report);
  checkBrand(fields.get('brand'), report);
  const locale = fields.get('locale');
  if (typeof locale === 'string' && !isLocale(locale))
    report('locale', 'must be a language tag such as de or en-GB');
  for (const [index, origin] of texts(fields.get('origins'))) {
    if (!isOrigin(origin)) report(`origins[${index}]`, 'must be an origin such as https://shop.example.com');
  }
  checkCurrencies(fields.get('currencies'), fields.get('defaultCurrency'), report);
  checkSeller(fields.get('seller'), report);
  checkDocuments(fields.get('documents'), report);
  checkTax(fields.get('tax'), fields.get('seller'), report);
  checkNotifications(fields.get('notifications'), report);
  const sender = fields.get('mailFrom');
  if (typeof sender === 'string' && !isSender(sender)) {
    report('mailFrom', 'must be an address such as shop@example.com or Shop <shop@example.com>');
  }
  return errors;
}

type Report = (path: string, message: string) => void;

function checkCurrencies(currencies: unknown, defaultCurrency: unknown, report: Report): void {
  const codes = texts(currencies);
  for (const [index, code] of codes) {
    if (!isCurrency(code)) report(`currencies[${index}]`, 'must be a currency code of ISO 4217, such as EUR');
    if (codes.some(([other, same]) => other < index && same === code)) {
      report(`currencies[${index}]`, 'is already listed');
    }
  }
  if (typeof defaultCurrency === 'string' && !codes.some(([, code]) => code === defaultCurrency)) {
    report('defaultCurrency', 'must be one of the currencies');
  }
}

function checkLinks(links: unknown, report: Report): void {
  if (!isGroup(links)) return;
  for (const [name, link] of Object.entries(links)) checkLink(`links.${name}`, link, report);
}

function checkLink(path: string, link: unknown, report: Report): void {
  if (typeof link === 'string' && !isWebAddress(link)) report(path, 'must be an absolute http or https URL');
}

/** Codes of customers are sent to these pages, so that a typing mistake in the host must not reach a stranger. */
function checkPage(
  path: string,
  link: unknown,
  { origins, report }: { readonly origins: [number, string][]; readonly report: Report },
): void {
  if (typeof link !== 'string' || !isWebAddress(link)) return;
  const origin = URL.parse(link)?.origin;
  if (!origins.some(([, each]) => each === origin)) report(path, 'must be on one of the `origins`');
}

/** The id of a product is appended, and applications append the query of what is bought (policies section 2). */
function checkPrefix(path: string, link: unknown, report: Report): void {
  if (typeof link === 'string' && /[?#]/.test(link))
    report(path, 'must have no query and no fragment: the id of a product follows it');
}

function checkBrand(brand: unknown, report: Report): void {
  if (!isGroup(brand)) return;
  const fields = new Map<string, unknown>(Object.entries(brand));
  const color = fields.get('accentColor');
  if (typeof color === 'string' && !/^#[\da-f]{6}$/i.test(color))
    report('brand.accentColor', 'must be a color such as #3b5bdb');
  checkLink('brand.iconUrl', fields.get('iconUrl'), report);
  const links = fields.get('links');
  if (!Array.isArray(links)) return;
  for (const [index, link] of links.entries()) {
    if (isGroup(link) && 'url' in link) checkLink(`brand.links[${index}].url`, link.url, report);
  }
}

function checkSeller(seller: unknown, report: Report): void {
  if (!isGroup(seller)) return;
  if ('country' in seller && typeof seller.country === 'string' && !isCountryCode(seller.country))
    report('seller.country', 'must be a country code of ISO 3166, such as DE');
  if ('email' in seller && typeof seller.email === 'string' && !isAddress(seller.email))
    report('seller.email', 'must be an address such as shop@example.com');
}

function checkDocuments(documents: unknown, report: Report): void {
  if (!isGroup(documents)) return;
  const { timeZone, ...prefixes }: Partial<Record<string, unknown>> = { ...documents };
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    report('documents.timeZone', 'must be a time zone such as Europe/Berlin');
  for (const [name, prefix] of Object.entries(prefixes)) {
    const errors = typeof prefix === 'string' ? prefixErrors(prefix) : [];
    for (const error of errors) report(`documents.${name}`, error);
  }
}

function checkNotifications(notifications: unknown, report: Report): void {
  if (!Array.isArray(notifications)) return;
  for (const [index, one] of notifications.entries())
    if (isGroup(one) && 'email' in one && typeof one.email === 'string' && !isAddress(one.email))
      report(`notifications[${index}].email`, 'must be an address such as shop@example.com');
}

/** Taxes depend on the seller's location. */
function checkTax(tax: unknown, seller: unknown, report: Report): void {
  const isOwn = isGroup(tax) && 'mode' in tax && tax.mode === 'own';
  const hasCountry = isGroup(seller) && 'country' in seller && seller.country !== undefined;
  if (isOwn && !hasCountry) report('tax.mode', 'needs the country of the seller (`seller.country`)');
}

function texts(list: unknown): [number, string][] {
  if (!Array.isArray(list)) return [];
  const entries: [number, unknown][] = list.map((entry: unknown, index) => [index, entry]);
  return entries.flatMap(([index, entry]) => (typeof entry === 'string' ? [[index, entry]] : []));
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '';
}

function isOrigin(text: string): boolean {
  // URLs allow characters in a host that would end one part of a Content-Security-Policy and begin another.
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.parse(text)?.origin === text;
}

function isSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return isAddress(address);
}

function isAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text);
}

/** Whether a setting is stored that this release does not know: it stays, and does not block the changes of others. */
function isOfLaterRelease({ keyword, instancePath, params }: ShapeMistake, changes: unknown): boolean {
  return (
    keyword === 'additionalProperties' &&
    valueAt(changes, `${instancePath}/${String(params['additionalProperty'])}`) === undefined
  );
}

function reportShape(error: ShapeMistake, report: Report): void {
  const path = fieldPath(error.instancePath);
  const fieldOf = (name: unknown): string => (path === '' ? String(name) : `${path}.${String(name)}`);
  switch (error.keyword) {
    case 'required':
      report(fieldOf(error.params['missingProperty']), 'is required');
      return;
    case 'additionalProperties':
      report(fieldOf(error.params['additionalProperty']), 'is not a known setting');
      return;
    case 'minimum':
      report(path, `must be at least ${error.params['limit']}`);
      return;
    case 'maximum':
      report(path, `must be at most ${error.params['limit']}`);
      return;
    case 'pattern':
      report(
        path,
        path === 'paymentProvider'
          ? 'must be the name of a payment provider'
          : 'must be one line that is not blank',
      );
      return;
    case 'const':
      return;
    default:
      report(path, error.message ?? 'is invalid');
  }
}

/** `/limits/signInPerMinute` → `limits.signInPerMinute`, `/origins/0` → `origins[0]`. */
function fieldPath(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === '' ? part : `${path}.${part}`;
  }, '');
}

/**
 * The reasons against a prefix of numbers, in which `{year}` stands for the year. It must not end in a digit: two
 * prefixes could otherwise give the same number, as `R-1` with 6 and `R-` with 16 would.
 */
function prefixErrors(prefix: string): string[] {
  const text = prefix.replaceAll('{year}', '2026');
  if (!/^[\p{L}\p{N} ./_-]*$/u.test(text) || text !== text.trim())
    return ['must have only letters, digits, {year}, spaces between them, and . / _ -'];
  return /\p{N}$/u.test(text) ? ['must not end in a digit or in {year}, because the number follows'] : [];
}
