import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from '../../kernel/schema.ts';
import { toAddress } from '../../modules/customers/index.ts';
import type { Billing } from '../../modules/orders/index.ts';
import { AddressAnswer, addressAnswer, AddressInput } from './address.ts';

const MAX_TEXT = 200;
const optionalText = Type.Optional(Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()]));

/** Billing details except name and email. */
export const billingDetailsInput = {
  businessName: optionalText,
  taxId: optionalText,
  phone: optionalText,
  address: Type.Optional(Type.Union([AddressInput, Type.Null()])),
};

const BillingDetailsInput = Type.Object(billingDetailsInput);

type BillingDetailsInput = Static<typeof BillingDetailsInput>;

/** The details in the form to be stored; blank or absent means null, and null states that there is none. */
export function billingDetailsOf(input: BillingDetailsInput) {
  return { businessName: null, taxId: null, phone: null, address: null, ...statedDetailsOf(input) };
}

/** The details that are sent, in the form to be stored; blank means null, and null states that there is none. */
export function statedDetailsOf({ businessName, taxId, phone, address }: BillingDetailsInput) {
  return {
    ...(businessName !== undefined && { businessName: textOf(businessName) }),
    ...(taxId !== undefined && { taxId: textOf(taxId) }),
    ...(phone !== undefined && { phone: textOf(phone) }),
    ...(address !== undefined && { address: address && toAddress(address) }),
  };
}

/** Whether two forms of a customer differ in details that taxes follow from. */
export function differInTaxes(
  one: Pick<Billing, 'businessName' | 'taxId' | 'address'>,
  other: Pick<Billing, 'businessName' | 'taxId' | 'address'>,
): boolean {
  return (
    one.businessName !== other.businessName ||
    one.taxId !== other.taxId ||
    !isDeepStrictEqual(one.address, other.address)
  );
}

export const BillingDetailsAnswer = Type.Object({
  businessName: Type.Optional(Type.String()),
  taxId: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  address: Type.Optional(AddressAnswer),
});

/** The wire form of the stated details; `undefined` when there are none. */
export function billingDetailsAnswer({
  businessName,
  taxId,
  phone,
  address,
}: Billing): Static<typeof BillingDetailsAnswer> | undefined {
  const details = {
    ...(businessName && { businessName }),
    ...(taxId && { taxId }),
    ...(phone && { phone }),
    ...(address && { address: addressAnswer(address) }),
  };
  return Object.keys(details).length === 0 ? undefined : details;
}

function textOf(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
