import { type TSchema, Type } from '../../../kernel/schema.ts';

const DAY_SECONDS = 86_400;

/** Deployed clients rely on access tokens that last at least this long (wire contract section 2). */
export const LEAST_ACCESS_SECONDS = 900;

const link = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2_000, description: `${description} An absolute URL.` });
const requests = (most: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, default: most, description });
const ONE_LINE = String.raw`^[^\r\n\S]*\S[^\r\n]*$`;
const line = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: ONE_LINE, description });
/** Settings that are one object; each of its fields that has a default is in the default of the group. */
const group = <Fields extends Record<string, TSchema>>(fields: Fields, description: string) =>
  Type.Object(fields, { additionalProperties: false, default: defaultsOf(fields), description });
const yesOrNo = (standard: boolean, description: string) => Type.Boolean({ default: standard, description });

const LimitSettings = group(
  {
    signInPerMinute: requests(10, 'Sign-ins, per minute and client address.'),
    signUpPerMinute: requests(10, 'Sign-ups, and changes of an email, per minute and client address.'),
    passwordResetPerMinute: requests(
      10,
      'Requests for new passwords, confirmations, and links mailed again, each, per minute and client address.',
    ),
    signInFailuresBeforeDelay: requests(
      5,
      'Failed sign-ins of one email in a row before each further one has to wait longer.',
    ),
    mailsPerAddressAndHour: requests(10, 'Mails of one kind that anybody can trigger, per address and hour.'),
    newsletterPerMinute: requests(10, 'Newsletter sign-ups and changes, per minute and client address.'),
    vouchersPerMinute: requests(30, 'Voucher lookups and redemptions, per minute and client address.'),
    couponsPerMinute: requests(30, 'Coupon codes entered, per minute and client address.'),
    pendingPaymentsPerCoupon: requests(
      5,
      'Pending payments that hold uses of the same coupon with a maximum, per client address.',
    ),
    documentsPerMinute: requests(
      60,
      'Downloads of PDF files of receipts, and of the data of customers, each, per minute and client address.',
    ),
    cartsPerMinute: requests(
      300,
      'New carts, per minute and client address; all buyers share one if the server of the shop creates the carts.',
    ),
    cartsPerDay: requests(10_000, 'New carts, per day and client address.'),
    openGuestCarts: requests(
      500_000,
      'Open carts of visitors who are not signed in, of the account. They are deleted 30 days after their last change.',
    ),
    paymentsPerMinute: requests(30, 'Payments started at the checkout, per minute and client address.'),
    withdrawalsPerMinute: requests(
      10,
      'Withdrawals, and orders looked up to withdraw, per minute and client address.',
    ),
    webhookEndpoints: requests(20, 'Webhook endpoints.'),
    eventStreams: requests(20, 'Open streams of events of the account, on each server.'),
    eventStreamsPerKey: requests(5, 'Open streams of events of an API key, on each server.'),
    taxIdChecksPerMinute: requests(10, 'Tax IDs looked up in VIES, per minute and client address.'),
    trialsPerMinute: requests(300, 'Trials started or continued, per minute and client address.'),
    trialsPerDay: requests(10_000, 'Trials started or continued, per day and client address.'),
    activationRequestsPerMinute: requests(
      300,
      'Requests for an activation in the browser, per minute and client address.',
    ),
    activationPollsPerFiveSeconds: requests(
      5,
      'Polls of an application for the result of one activation, in five seconds.',
    ),
    insightsPerMinute: requests(60, 'Reports of problems from pages, per minute and client address.'),
    apiKeyRequestsPerMinute: requests(0, 'Calls of the Core API, per minute and API key.'),
  },
  'Each is a number of requests, or of what its description says; 0 turns the limit off.',
);

const ReleaseSettings = group(
  {
    online: yesOrNo(true, 'Customers may release devices that are activated online.'),
    offline: yesOrNo(false, 'Customers may release devices that are activated offline.'),
  },
  'Which activations customers may release on their own. Products may differ.',
);

const SellerSettings = group(
  {
    name: Type.Optional(line('The legal name. Absent: the name of the account.')),
    address: Type.Array(line('A line of the address.'), {
      maxItems: 6,
      default: [],
      description: 'Lines of the postal address, without the country.',
    }),
    country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2 code.' })),
    taxId: Type.Optional(
      line('VAT or tax number. A VAT number that begins with the letters of its country is checked.'),
    ),
    email: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 320,
        description:
          'Address for questions about orders, and of the mails about payments that need the seller.',
      }),
    ),
  },
  'The seller, as named on receipts.',
);

const LinkSettings = group(
  {
    terms: Type.Optional(link('Terms of sale.')),
    privacy: Type.Optional(link('Privacy policy.')),
    refunds: Type.Optional(link('Refund policy, and the right of withdrawal.')),
    imprint: Type.Optional(link('Imprint, or who runs the shop.')),
  },
  "The vendor's own pages that the checkout and the other pages link to.",
);

const BrandSettings = group(
  {
    accentColor: Type.Optional(
      Type.String({
        description:
          'Color of buttons and links, such as `#3b5bdb`; the pages darken or lighten it where it would be hard to read.',
      }),
    ),
    colorScheme: Type.Enum(['auto', 'light', 'dark'], {
      default: 'auto',
      description: "Light or dark pages, or as set on the visitor's device.",
    }),
    iconUrl: Type.Optional(link("Square icon in the browser's tab.")),
    footerText: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Text in the footer of the pages.' }),
    ),
    links: Type.Array(
      Type.Object(
        { label: Type.String({ minLength: 1, maxLength: 60, pattern: ONE_LINE }), url: link('Target.') },
        { additionalProperties: false },
      ),
      { maxItems: 10, default: [], description: 'Links in the footer of the pages, as `label` and `url`.' },
    ),
  },
  'The look of the pages.',
);

const prefix = (standard: string, description: string) =>
  Type.String({ maxLength: 30, default: standard, description });

const DocumentSettings = group(
  {
    receiptPrefix: prefix('R-{year}-', 'Start of the numbers of receipts.'),
    invoicePrefix: prefix('INV-{year}-', 'Start of the numbers of invoices.'),
    creditNotePrefix: prefix('CN-{year}-', 'Start of the numbers of credit notes.'),
    timeZone: Type.String({
      minLength: 1,
      maxLength: 50,
      default: 'UTC',
      description:
        'Time zone of the seller, such as `Europe/Berlin`: the dates and `{year}` are those there.',
    }),
  },
  'How documents are numbered and dated. `{year}` stands for the year of issue; each different start is a series that counts from 1.',
);

const SubscriptionSettings = group(
  {
    graceDays: Type.Integer({
      minimum: 0,
      maximum: 90,
      default: 7,
      description:
        'How long the licenses of a subscription go on working after the end of the paid period, in days.',
    }),
    announceDays: Type.Integer({
      minimum: 0,
      maximum: 90,
      default: 0,
      description:
        'How many days before a renewal its customer gets a mail with the amount; 0: none. Yearly renewals are always announced 30 days ahead, and the first charge after free days at least 3.',
    }),
  },
  'How subscriptions are renewed.',
);

const TaxSettings = group(
  {
    mode: Type.Enum(['none', 'own', 'provider'], {
      default: 'none',
      description:
        'Who calculates taxes: nobody, Latchkey with its table and your `/api/tax-rates`, or the payment provider.',
    }),
    prices: Type.Enum(['inclusive', 'exclusive'], {
      default: 'inclusive',
      description: 'Whether prices include tax, or tax is added.',
    }),
    collectsIn: Type.Array(Type.String({ maxLength: 2 }), {
      maxItems: 100,
      default: [],
      description:
        'Countries where you collect tax, as ISO 3166-1 alpha-2 codes; `EU` means all member states (one-stop shop).',
    }),
    belowEuThreshold: yesOrNo(
      false,
      'Sales to private buyers in other member states of the EU are below 10,000 EUR a year: they are charged the tax of your own country (`seller.country`, in the EU).',
    ),
    vies: yesOrNo(
      true,
      'Businesses in other member states of the EU buy without tax (reverse charge) if VIES, the register of the EU, confirms their tax ID; off: they are charged tax.',
    ),
  },
  'Taxes of purchases.',
);

const Notification = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320, description: 'Who gets the mails.' }),
    types: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Types of events, groups such as `order.*`, or `*`.',
    }),
    when: Type.Enum(['soon', 'daily'], {
      description: '`soon`: within a minute; `daily`: in one mail in the morning, at 6:00 UTC.',
    }),
  },
  { additionalProperties: false },
);

/**
 * A merchant's settings of an account; a field with a default is never absent when read. The command line, the Core API
 * and its document use this schema.
 */
export const AccountSettings = Type.Object(
  {
    websiteUrl: Type.Optional(
      link("The vendor's site; pages and receipts link there if there is no `storefrontUrl`."),
    ),
    storefrontUrl: Type.Optional(
      link(
        "The vendor's shop; pages and receipts link there, and the root URL of the account redirects there; without both, to the hosted shop at `/shop`.",
      ),
    ),
    mailPageUrl: Type.Optional(
      link(
        "The vendor's own page for links in mails, which receives `mb_intent`, `mb_email` and the code. Absent: the hosted pages.",
      ),
    ),
    logoUrl: Type.Optional(link('Image in mails and on the pages.')),
    activationPageUrl: Type.Optional(
      link(
        "The vendor's own page for activation in the browser, which receives `mb_intent=activate_product` and `mb_token`. Absent: the hosted page.",
      ),
    ),
    featuredProduct: Type.Optional(
      line('Id of the product that the shop shows first, large. Absent: the newest one that has a picture.'),
    ),
    buyPageUrl: Type.Optional(
      link(
        "The vendor's own page that sells a product, without a query: the id of the product follows it, as in `https://shop.example.com/buy/demo-app`, and `variation` and `license` come as its query. Absent: the hosted page, `/buy/{productId}`.",
      ),
    ),
    origins: Type.Array(Type.String({ maxLength: 300 }), {
      maxItems: 100,
      default: [],
      description:
        'Exact origins whose pages may call the API from a browser, and to which the checkout may return.',
    }),
    currencies: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 200,
      default: ['EUR'],
      description: 'Currencies of prices, as ISO 4217 codes.',
    }),
    defaultCurrency: Type.Optional(
      Type.String({
        description:
          'One of `currencies`, for visitors whose country suggests none of them. If not set: the first of them.',
      }),
    ),
    accessTokenSeconds: Type.Integer({
      minimum: LEAST_ACCESS_SECONDS,
      maximum: DAY_SECONDS,
      default: LEAST_ACCESS_SECONDS,
      description: 'Lifetime of an access token, in seconds.',
    }),
    refreshTokenSeconds: Type.Integer({
      minimum: 3_600,
      maximum: 730 * DAY_SECONDS,
      default: 30 * DAY_SECONDS,
      description: 'Lifetime of a session without a visit, in seconds.',
    }),
    accessKeyDays: Type.Integer({
      minimum: 0,
      maximum: 3_650,
      default: 90,
      description: 'Age at which the key of access tokens is rotated, in days; 0: only manually.',
    }),
    requiresConfirmedEmail: yesOrNo(false, 'Customers can sign in only after they confirm their email.'),
    confirmsEmailChange: yesOrNo(false, 'A changed email takes effect once it is confirmed.'),
    waitsForProvenEmail: yesOrNo(
      false,
      'Provisioned and imported licenses wait until the customer has proven the email.',
    ),
    freeLicensesPerCustomer: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 1,
      description:
        'Free licenses of one product that a customer can get from orders; provisioned licenses do not count.',
    }),
    allowsPartialBundles: yesOrNo(false, 'Bundles can be sold without the products that a customer owns.'),
    customersMayRelease: ReleaseSettings,
    releasePauseSeconds: Type.Integer({
      minimum: 0,
      maximum: 366 * DAY_SECONDS,
      default: 0,
      description:
        'Minimum time between two releases of one license by its owner, in seconds. Products may differ.',
    }),
    allowsOffline: yesOrNo(false, 'New products allow offline activation unless they say otherwise.'),
    offlineDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 36_600,
        description:
          'Lifetime of the token of an offline activation, in days. Absent: as long as its license. Products may differ.',
      }),
    ),
    paymentProvider: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9-]{0,30}$',
        description: 'Name of the provider that takes payments, or `none`. Absent: that of test payments.',
      }),
    ),
    returnsUndueMoney: yesOrNo(
      false,
      'Money that paid nothing (payments that are `Surplus` or `Short`) is refunded automatically.',
    ),
    refundLimit: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 200,
      description:
        'How much of one order Support may refund in the dashboard, in euros, dollars and the like; in currencies without cents, a hundred times as much. Other operators enter their password again for more. API keys have no limit.',
    }),
    grantsWithdrawals: yesOrNo(
      false,
      'What buyers have the right to withdraw from is refunded automatically when they withdraw.',
    ),
    mailFrom: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 320,
        description:
          "Sender of the account's mails, `name@example.com` or `Name <name@example.com>`. Absent: that of the instance.",
      }),
    ),
    locale: Type.String({
      minLength: 2,
      maxLength: 35,
      default: 'en',
      description:
        'Language of the pages, as a tag such as `de` or `de-AT`, when neither the shop nor the browser asks for one that they are written in.',
    }),
    notifications: Type.Array(Notification, {
      maxItems: 20,
      default: [],
      description: 'Mails about events to the people who run the shop; they contain no personal data.',
    }),
    links: LinkSettings,
    brand: BrandSettings,
    seller: SellerSettings,
    documents: DocumentSettings,
    subscriptions: SubscriptionSettings,
    tax: TaxSettings,
    limits: LimitSettings,
  },
  { additionalProperties: false },
);

function defaultsOf(fields: Readonly<Record<string, TSchema>>): Record<string, unknown> {
  const schemas: [string, { readonly default?: unknown }][] = Object.entries(fields);
  return Object.fromEntries(
    schemas.flatMap(([name, schema]) => (schema.default === undefined ? [] : [[name, schema.default]])),
  );
}

/** The fields of a group of settings; `undefined` for a setting that is no group. */
export function fieldsOfGroup(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
  const { properties }: Group = schema;
  return properties;
}

interface Group extends TSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
}
