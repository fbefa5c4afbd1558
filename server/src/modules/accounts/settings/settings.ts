import { type Static, Type } from '../../../kernel/schema.ts';
import { isCountryCode } from '../../../kernel/countries.ts';
import { isCurrency } from '../../../kernel/money.ts';
import { readAs, type ShapeMistake, shapeOf } from '../../../platform/schema-check.ts';

const DAY_SECONDS = 86_400;
const LEAST_ACCESS_SECONDS = 900;

const Link = Type.String({ minLength: 1, maxLength: 2_000 });
const RequestLimit = (most: number) => Type.Integer({ minimum: 0, maximum: 1_000_000, default: most });

const LimitSettings = Type.Object(
  {
    /** Sign-ins per minute and client address. */
    signInPerMinute: RequestLimit(10),
    /** Sign-ups, and changes of an email, per minute and client address. */
    signUpPerMinute: RequestLimit(10),
    /** Forgot-password, reset-password and set-password, per minute and client address. */
    passwordResetPerMinute: RequestLimit(10),
    /** Consecutive failed sign-ins of one email before each further one has to wait longer. */
    signInFailuresBeforeDelay: RequestLimit(5),
    /** Mails of one kind that anybody can ask for, such as for a new password, to one address. */
    mailsPerAddressAndHour: RequestLimit(10),
    /** Newsletter sign-ups and changes, per minute and client address. */
    newsletterPerMinute: RequestLimit(10),
    /** Peeks at and redemptions of vouchers, per minute and client address. */
    vouchersPerMinute: RequestLimit(30),
    /** New carts, per minute and client address: an office shares one, and so do all buyers of a shop's own server. */
    cartsPerMinute: RequestLimit(300),
    /** New carts, per day and client address: what one address can fill of a disk. */
    cartsPerDay: RequestLimit(10_000),
    /** Payments started at the checkout, per minute and client address. */
    paymentsPerMinute: RequestLimit(30),
    /** Trials started or gone on with, per minute and client address: a school starts them all in one lesson. */
    trialsPerMinute: RequestLimit(300),
    /** The same per day: trials are kept forever. */
    trialsPerDay: RequestLimit(10_000),
    /** Requests for an activation in the browser, per minute and client address; they are forgotten within hours. */
    activationRequestsPerMinute: RequestLimit(300),
    /** Polls of one activation request in any five seconds. */
    activationPollsPerFiveSeconds: RequestLimit(5),
    /** Problems that pages report, per minute and client address. */
    insightsPerMinute: RequestLimit(60),
    /** Calls of one API key. */
    apiKeyRequestsPerMinute: RequestLimit(0),
  },
  { additionalProperties: false, default: {} },
);

const ReleaseSettings = Type.Object(
  { online: Type.Boolean({ default: true }), offline: Type.Boolean({ default: false }) },
  { additionalProperties: false, default: {} },
);

const Line = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$' });

/** The seller, as receipts must state it by law. */
const SellerSettings = Type.Object(
  {
    /** The legal name; the name of the account when not set. */
    name: Type.Optional(Line),
    /** Lines of the postal address, without the country. */
    address: Type.Array(Line, { maxItems: 6, default: [] }),
    /** ISO 3166-1 alpha-2. */
    country: Type.Optional(Type.String()),
    taxId: Type.Optional(Line),
    /** The address for questions about orders. */
    email: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })),
  },
  { additionalProperties: false, default: {} },
);

/** Settings of an account; every field with a default is always present when it is read. */
export const AccountSettings = Type.Object(
  {
    /** The merchant's site; `storefrontUrl`, when there is one, leads to the shop. */
    websiteUrl: Type.Optional(Link),
    storefrontUrl: Type.Optional(Link),
    /**
     * The vendor's own page for the links of mails, which is told `mb_intent`, `mb_email` and the code; absent: the
     * pages that the server hosts.
     */
    mailPageUrl: Type.Optional(Link),
    logoUrl: Type.Optional(Link),
    /**
     * The vendor's own page for activation in the browser, instead of the one that the server hosts; it gets
     * `mb_intent=activate_product` and `mb_token`.
     */
    activationPageUrl: Type.Optional(Link),
    /** Exact origins whose pages may call the API from a browser and be returned to from the checkout. */
    origins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, default: [] }),
    currencies: Type.Array(Type.String(), { minItems: 1, maxItems: 200, default: ['EUR'] }),
    /** One of `currencies`; the first of them when not set. */
    defaultCurrency: Type.Optional(Type.String()),
    /** Never less than 15 minutes: deployed clients count on them (wire contract section 2). */
    accessTokenSeconds: Type.Integer({
      minimum: LEAST_ACCESS_SECONDS,
      maximum: DAY_SECONDS,
      default: LEAST_ACCESS_SECONDS,
    }),
    refreshTokenSeconds: Type.Integer({
      minimum: 3_600,
      maximum: 730 * DAY_SECONDS,
      default: 30 * DAY_SECONDS,
    }),
    /** The age in days at which the key that signs access tokens is replaced; 0: only manually. */
    accessKeyDays: Type.Integer({ minimum: 0, maximum: 3_650, default: 90 }),
    /** Sign-in waits until the customer has confirmed the email; a changed one then counts once it is confirmed, too. */
    requiresConfirmedEmail: Type.Boolean({ default: false }),
    /** A changed email counts once it is confirmed. */
    confirmsEmailChange: Type.Boolean({ default: false }),
    /** Provisioned and imported items also wait until the customer has proven their email. */
    waitsForProvenEmail: Type.Boolean({ default: false }),
    /**
     * The number of licenses of one product that a customer can get from free orders; provisioned ones do not count.
     */
    freeLicensesPerCustomer: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1 }),
    /** Bundles are sold without the products that a customer owns. */
    allowsPartialBundles: Type.Boolean({ default: false }),
    /** The activations that customers may release themselves. */
    customersMayRelease: ReleaseSettings,
    /** The least time between two releases of one license by its owner. Products may say otherwise. */
    releasePauseSeconds: Type.Integer({ minimum: 0, maximum: 366 * DAY_SECONDS, default: 0 }),
    /** New products allow offline activation unless they say otherwise. */
    allowsOffline: Type.Boolean({ default: false }),
    /** The lifetime of an offline activation's token; absent: as long as its license. Products may override it. */
    offlineDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_600 })),
    /** The name of a payment provider that the payments module has; with any other name, payments are off. */
    paymentProvider: Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$', default: 'sandbox' }),
    /** Sender of the account's mails, `name@example.com` or `Name <name@example.com>`. */
    mailFrom: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })),
    /** Printed on receipts. */
    seller: SellerSettings,
    /** Each is a number of requests; 0 turns the limit off (wire contract section 1). */
    limits: LimitSettings,
  },
  { additionalProperties: false },
);

type StoredSettings = Static<typeof AccountSettings>;

/** Settings as they are read: checked, and complete. */
export type AccountSettings = Readonly<StoredSettings> & { readonly defaultCurrency: string };

/** Settings as they are written: what is absent keeps its value, or its default in a new account. */
export type AccountSettingsInput = {
  readonly [Name in keyof StoredSettings]?: StoredSettings[Name] extends readonly unknown[]
    ? StoredSettings[Name]
    : StoredSettings[Name] extends object
      ? { readonly [Field in keyof StoredSettings[Name]]?: StoredSettings[Name][Field] | undefined }
      : StoredSettings[Name] | undefined;
};

/** The settings with every default filled in; `undefined` when they are not valid (see `checkSettings`). */
export function completeSettings(value: unknown): AccountSettings | undefined {
  const settings = readAs(AccountSettings, raised(value));
  if (settings === undefined) return undefined;
  const defaultCurrency = settings.defaultCurrency ?? settings.currencies[0];
  return defaultCurrency === undefined ? undefined : { ...settings, defaultCurrency };
}

/** Lives of access tokens that were stored when shorter ones were allowed. */
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

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All issues of the settings, as field path → messages; `{}` when there are none. */
export function checkSettings(input: unknown): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const report = (path: string, message: string): void => {
    const messages = (errors[path] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  const { copy: settings, mistakes } = shapeOf(AccountSettings, input);
  for (const mistake of mistakes) reportShape(mistake, report);
  if (!isGroup(settings)) return errors;
  const fields = new Map<string, unknown>(Object.entries(settings));
  for (const name of ['websiteUrl', 'storefrontUrl', 'mailPageUrl', 'logoUrl', 'activationPageUrl']) {
    const link = fields.get(name);
    if (typeof link === 'string' && !isWebAddress(link))
      report(name, 'must be an absolute http or https URL');
  }
  for (const [index, origin] of texts(fields.get('origins'))) {
    if (!isOrigin(origin)) report(`origins[${index}]`, 'must be an origin such as https://shop.example.com');
  }
  checkCurrencies(fields.get('currencies'), fields.get('defaultCurrency'), report);
  checkSeller(fields.get('seller'), report);
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
      report(`currencies[${index}]`, 'is listed already');
    }
  }
  if (typeof defaultCurrency === 'string' && !codes.some(([, code]) => code === defaultCurrency)) {
    report('defaultCurrency', 'must be one of the currencies');
  }
}

function checkSeller(seller: unknown, report: Report): void {
  if (!isGroup(seller)) return;
  if ('country' in seller && typeof seller.country === 'string' && !isCountryCode(seller.country))
    report('seller.country', 'must be a country code of ISO 3166, such as DE');
  if ('email' in seller && typeof seller.email === 'string' && !isAddress(seller.email))
    report('seller.email', 'must be an address such as shop@example.com');
}

function texts(list: unknown): [number, string][] {
  if (!Array.isArray(list)) return [];
  const entries: [number, unknown][] = list.map((entry: unknown, index) => [index, entry]);
  return entries.flatMap(([index, entry]) => (typeof entry === 'string' ? [[index, entry]] : []));
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
