import { type TSchema, Type } from '../../../kernel/schema.ts';
import {
  BrandSettings,
  DocumentSettings,
  LimitSettings,
  line,
  link,
  LinkSettings,
  Notification,
  ReleaseSettings,
  SellerSettings,
  SubscriptionSettings,
  TaxSettings,
  yesOrNo,
} from './setting-groups.ts';

const DAY_SECONDS = 86_400;

/** Deployed clients rely on access tokens that last at least this long (wire contract section 2). */
export const LEAST_ACCESS_SECONDS = 900;

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
    logoFile: Type.Optional(
      Type.String({
        pattern: String.raw`^[0-9a-f]{64}\.(png|jpg|gif)$`,
        description:
          'The logo that was uploaded (`PUT /api/settings/logo`), which comes before `logoUrl`: the hash of its content, and its type.',
      }),
    ),
    activationPageUrl: Type.Optional(
      link(
        "The vendor's own page for activation in the browser, which receives `mb_intent=activate_product` and `mb_token`. Absent: the hosted page.",
      ),
    ),
    featuredProduct: Type.Optional(
      line('Id of the product that the shop shows first, large. Absent: the newest one that has a picture.'),
    ),
    productPageUrl: Type.Optional(
      link(
        "The page of a product in the vendor's own shop, without a query: the id of the product follows it, as in `https://shop.example.com/products/demo-app`. Releases name it as `downloadUrl`.",
      ),
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

/** The fields of a group of settings; `undefined` for a setting that is no group. */
export function fieldsOfGroup(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
  const { properties }: Group = schema;
  return properties;
}

interface Group extends TSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
}
