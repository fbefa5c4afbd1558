import { Refusal } from '@latchkey/sdk';
import { startTransition, use, useCallback, useEffect, useState } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { sortRefusal } from '@latchkey/ui/fields/form-messages.ts';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { countryName } from '../address/country.ts';
import { type BillingRules, billingRules } from './billing.ts';
import {
  checkFields,
  type Requirements,
  FIELD_NAMES,
  fieldsOfBuyer,
  needsConsent,
  type PaymentFields,
  type PaymentFormFields,
} from './payment-fields.ts';

export interface PaymentFormState {
  readonly fields: PaymentFormFields;
  /** The rules of the billing details; absent where the page does not show them. */
  readonly billing: BillingRules | undefined;
  readonly openAddress: () => void;
  /** Hides the address again, where the shop does not need it; absent otherwise. What was entered stays. */
  readonly closeAddress: (() => void) | undefined;
  /** The outcome that the buyer chose for a test payment. */
  readonly outcome: string | undefined;
  readonly setOutcome: (outcome: string) => void;
  /** The same for later charges of a test method. */
  readonly testMethod: string | undefined;
  readonly setTestMethod: (outcome: string) => void;
  /** The buyer has begun to fill it in. */
  readonly isTouched: boolean;
}

/** The entered values; the page stores them, so that they survive a failed payment. Suspends until it can check them. */
export function usePaymentForm({ buyer, suggestedCountry }: Checkout): PaymentFormState {
  const [isOpen, setOpen] = useState(buyer.billing !== undefined);
  const [outcome, setOutcome] = useState<string>();
  const [testMethod, setTestMethod] = useState<string>();
  const fields = usePageForm(fieldsOfBuyer(buyer, suggestedCountry));
  const openAddress = () => {
    // The page stays until the fields are there.
    startTransition(() => {
      setOpen(true);
    });
  };
  const isNeeded = buyer.addressNeeded === true;
  const { language } = use(LanguageOfPage);
  const billing = isOpen || isNeeded ? use(billingRules.load(language)) : undefined;
  const closeAddress = () => {
    setOpen(false);
    fields.clearErrors();
  };
  return {
    fields,
    billing,
    openAddress,
    closeAddress: isOpen && !isNeeded ? closeAddress : undefined,
    outcome,
    setOutcome,
    testMethod,
    setTestMethod,
    isTouched: fields.isDirty(),
  };
}

/** The requested details in addition to name and email, for these values. */
export function requirementsOf(
  checkout: Pick<Checkout, 'total' | 'tax' | 'suggestedCountry' | 'subscription'>,
  { billing }: Pick<PaymentFormState, 'billing'>,
  values: PaymentFields,
): Requirements {
  return {
    billing,
    confirmation: checkout.tax?.unclearCountry !== undefined,
    recurringConsent: checkout.subscription !== undefined,
    anotherSubscription: (checkout.subscription?.subscribed.length ?? 0) > 0,
    // Hidden fields are ignored.
    consent: needsConsent(billing !== undefined ? values : { countryCode: '', isBusiness: false }, checkout),
  };
}

/** Shows the server's messages about fields beside them. */
export function useFieldErrors(state: PaymentFormState, failure: Error | null): void {
  const { setErrors } = state.fields;
  const besideFields = useMessages(state);
  useEffect(() => {
    if (failure instanceof Refusal) setErrors(besideFields(failure));
  }, [failure, setErrors, besideFields]);
}

/** Sorts the server's messages about fields; those about a tax id in the language of the page. */
export function useMessages({
  fields,
  billing,
}: Pick<PaymentFormState, 'fields' | 'billing'>): (refusal: Refusal) => Readonly<Record<string, string>> {
  const { form } = useTexts();
  const country = fields.values.countryCode;
  const { locale } = use(LanguageOfPage);
  return useCallback(
    ({ errors }) => {
      const { beside } = sortRefusal(errors, FIELD_NAMES, form);
      if (beside['taxId'] === undefined || country === '' || billing === undefined) return beside;
      return { ...beside, taxId: billing.wrongTaxId(countryName(country, locale)) };
    },
    [country, billing, form, locale],
  );
}

/** Checks the form, moves to the first invalid field, and passes on the values to send. */
export function useSubmit(
  { fields }: PaymentFormState,
  requirements: Requirements,
  send: (values: PaymentFields) => void,
): (event: { preventDefault: () => void }) => void {
  const texts = useTexts();
  return (event) => {
    event.preventDefault();
    const values = fields.getValues();
    const messages = checkFields(values, requirements, texts);
    showErrors(fields, messages);
    if (Object.keys(messages).length === 0) send(values);
  };
}
