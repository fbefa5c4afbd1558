import { Moment, momentOf } from '../../../kernel/moment.ts';
import { type Static, type TObject, Type } from '../../../kernel/schema.ts';
import type { OwnerReference } from '../../customers/index.ts';
import type { CycleLength } from '../domain/calendar.ts';

/** A subscription that runs elsewhere, to go on here. */
export interface SubscriptionImport extends OwnerReference {
  /** The vendor's own id, unique in the account, with which an import can be repeated. */
  readonly externalId: string;
  readonly content: {
    readonly type: 'Product' | 'Bundle';
    readonly id: string;
    readonly variationId: string;
    readonly quantity?: number | undefined;
  };
  readonly cycleLength: CycleLength;
  /** One unit for one cycle, as a decimal amount. */
  readonly price: { readonly currency: string; readonly amount: number };
  /** The local date from which its periods are counted; default: that of the end of the paid period. */
  readonly anchor?: { readonly date: string; readonly zone?: string | undefined } | undefined;
  /** The end of the paid period: it is charged then. */
  readonly paidThrough: Date;
  /** The paid cycles so far, the one that runs included; default: 1. */
  readonly paidCycles?: number | undefined;
  /** Since when it runs; default: the first of its periods here. */
  readonly startedAt?: Date | undefined;
  readonly providerCustomerId?: string | undefined;
  readonly providerMethodId?: string | undefined;
  /** The vendor's own ids of licenses that were imported before; default: new ones are granted. */
  readonly licenseExternalIds?: readonly string[] | undefined;
  readonly locale?: string | undefined;
}

const MAX_CYCLES = 1_200;
const MAX_QUANTITY = 10_000;

const text = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

/** The fields of a subscription to import, except its customer. */
export const subscriptionImportFields = {
  externalId: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Your own id, or that of the other system; unique, so that an import can be repeated.',
  }),
  content: Type.Object(
    {
      type: Type.Enum(['Product', 'Bundle']),
      id: Type.String({ maxLength: 100 }),
      variationId: Type.String({
        maxLength: 100,
        description: 'One of its variations with a billing cycle.',
      }),
      quantity: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'Default: 1.' }),
      ),
    },
    { title: 'ImportedSubscriptionContent', additionalProperties: false },
  ),
  cycleLength: Type.Enum(['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'], {
    description: 'That of the variation.',
  }),
  price: Type.Object(
    { currency: Type.String(), amount: Type.Number({ minimum: 0, maximum: 1_000_000_000 }) },
    {
      title: 'ImportedSubscriptionPrice',
      additionalProperties: false,
      description: 'One unit for one cycle, as the account states its prices: with or without taxes.',
    },
  ),
  anchor: Type.Optional(
    Type.Object(
      {
        date: Type.String({
          pattern: '^\\d{4}-\\d\\d-\\d\\d$',
          errorMessage: 'must be a date such as 2026-01-31',
        }),
        zone: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'Such as `Europe/Berlin`; default: that of the account.',
          }),
        ),
      },
      {
        title: 'ImportedSubscriptionAnchor',
        additionalProperties: false,
        description:
          'The local date from which its periods are counted, so that what began on 31 January stays at the end of each month. Default: the date of `paidThrough`.',
      },
    ),
  ),
  paidThrough: {
    ...Moment,
    description: 'The end of the paid period, in the future: it is charged then, and not before.',
  },
  paidCycles: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_CYCLES,
      description:
        'The paid cycles so far, the one that runs included: they count for what its plan promises. Default: 1.',
    }),
  ),
  startedAt: Type.Optional({ ...Moment, description: 'Since when it runs; not in the future.' }),
  providerCustomerId: Type.Optional(text('The customer at the payment provider, such as `cus_…`.')),
  providerMethodId: Type.Optional(
    text(
      'The saved payment method at the provider, such as `pm_…`. Without one, the customer pays each renewal on a page.',
    ),
  ),
  licenseExternalIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: MAX_QUANTITY,
      description:
        'The `externalId` of each license that it pays for, imported before: they keep their devices and end with it. As many of each product as `quantity`. Default: new licenses.',
    }),
  ),
  locale: Type.Optional(Type.String({ description: 'The language of its mails, such as `de` or `en-GB`.' })),
};

/** The subscription of a request body, with its moments parsed. */
export function subscriptionImportOf(
  body: Static<TObject<typeof subscriptionImportFields>> & OwnerReference,
): SubscriptionImport {
  return { ...body, paidThrough: momentOf(body.paidThrough), startedAt: momentOf(body.startedAt) };
}
