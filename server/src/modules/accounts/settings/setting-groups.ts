import { type TSchema, Type } from '../../../kernel/schema.ts';

/** A setting that is an absolute URL. */
export const link = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2_000, description: `${description} An absolute URL.` });
const requests = (most: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, default: most, description });
const ONE_LINE = String.raw`^[^\r\n\S]*\S[^\r\n]*$`;
/** A setting that is a text of one line. */
export const line = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: ONE_LINE, description });
/** Settings that are one object; each of its fields that has a default is in the default of the group. */
const group = <Fields extends Record<string, TSchema>>(fields: Fields, description: string) =>
  Type.Object(fields, { additionalProperties: false, default: defaultsOf(fields), description });
/** A setting that is on or off, and what it is if nobody has set it. */
export const yesOrNo = (standard: boolean, description: string) =>
  Type.Boolean({ default: standard, description });

export const LimitSettings = group(
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

export const ReleaseSettings = group(
  {
    online: yesOrNo(true, 'Customers may release devices that are activated online.'),
    offline: yesOrNo(false, 'Customers may release devices that are activated offline.'),
  },
  'Which activations customers may release on their own. Products may differ.',
);

export const SellerSettings = group(
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
          'Address for questions, on pages and documents, and for mails about what the vendor has to handle; without it, these go to the owners.',
      }),
    ),
  },
  'The seller, as named on receipts.',
);

export const LinkSettings = group(
  {
    terms: Type.Optional(link('Terms of sale.')),
    privacy: Type.Optional(link('Privacy policy.')),
    refunds: Type.Optional(link('Refund policy, and the right of withdrawal.')),
    imprint: Type.Optional(link('Imprint, or who runs the shop.')),
  },
  "The vendor's own pages that the checkout and the other pages link to.",
);

export const BrandSettings = group(
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

export const DocumentSettings = group(
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

export const SubscriptionSettings = group(
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

export const TaxSettings = group(
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
    ratesCheckedOn: Type.Optional(
      Type.String({
        maxLength: 10,
        description:
          "The day on which you last checked Latchkey's standard rates yourself, YYYY-MM-DD: for half a year, they count as current.",
      }),
    ),
  },
  'Taxes of purchases.',
);

export const Notification = Type.Object(
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

function defaultsOf(fields: Readonly<Record<string, TSchema>>): Record<string, unknown> {
  const schemas: [string, { readonly default?: unknown }][] = Object.entries(fields);
  return Object.fromEntries(
    schemas.flatMap(([name, schema]) => (schema.default === undefined ? [] : [[name, schema.default]])),
  );
}
