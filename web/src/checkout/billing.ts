import { lazy } from 'react';
import type { Payment } from '../api/checkout.ts';
import { addressTexts } from '../address/address-texts.ts';
import type { BillingValues } from '../address/address-values.ts';
import { areaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { Language } from '@latchkey/ui/texts/language.ts';

/** What a form with billing details needs beside their fields. */
export interface BillingRules {
  /** The message of each field that cannot be sent as entered. */
  readonly check: (values: BillingValues) => Partial<Record<keyof BillingValues, string>>;
  /** The details to send. */
  readonly of: (values: BillingValues) => NonNullable<Payment['billing']>;
  readonly wrongTaxId: (country: string) => string;
}

// Many shops need no address: its fields and rules load for orders that need or have one, and once the buyer starts
// typing.
const loadPart = () => import('./billing-part.tsx');
export const BillingPart = lazy(() => loadPart().then((module) => ({ default: module.BillingPart })));

/** The rules, whose messages are in one language; the fields load with them. */
export const billingRules = areaTexts<BillingRules>({ en: () => load('en'), de: () => load('de') });

async function load(language: Language): Promise<BillingRules> {
  const [{ checkBilling, billingOf }, texts] = await Promise.all([
    import('../address/address-rules.ts'),
    addressTexts.load(language),
    loadPart(),
  ]);
  return { check: (values) => checkBilling(values, texts), of: billingOf, wrongTaxId: texts.wrongTaxId };
}
