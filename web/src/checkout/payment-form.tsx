import { Stack, Text } from '@mantine/core';
import { lazy, use } from 'react';
import type { Checkout, Payment } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import type { Texts } from './checkout-en.ts';
import { Notice } from '@latchkey/ui/notice.tsx';
import { showErrors } from '@latchkey/ui/fields/page-form.ts';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { AddAddress } from './add-address.tsx';
import { BillingPart } from './billing.ts';
import { BuyerFields, OwnerNote } from './buyer-fields.tsx';
import { ConfirmationField } from './confirmation-field.tsx';
import { CONSENT, ConsentField, TermsNote } from './consent-field.tsx';
import { showsForm } from './continuation.ts';
import { isFramed } from '../embedding/embedder.ts';
import { PayButton } from './pay-button.tsx';
import { billingOfBuyer, type Requirements, type PaymentFields, trimmed } from './payment-fields.ts';
import { paymentNotice } from './payment-notice.ts';
import { TestModePanel } from './test-mode-panel.tsx';
import { requirementsOf, type PaymentFormState, useMessages, useSubmit } from './use-payment-form.ts';
import type { PaymentSending } from './use-payment.ts';

// Few orders have something that is paid for again.
const SubscriptionPart = lazy(() =>
  import('./subscription-part.tsx').then((module) => ({ default: module.SubscriptionPart })),
);
const TestMethodChoice = lazy(() =>
  import('./test-method-choice.tsx').then((module) => ({ default: module.TestMethodChoice })),
);

interface PaymentFormProps {
  readonly checkout: Checkout;
  readonly form: PaymentFormState;
  readonly payment: PaymentSending;
  /** The last attempt happened on this page, so its outcome is news. */
  readonly isOutcomeNews: boolean;
  /** New totals are being loaded. */
  readonly isUpdating: boolean;
  /** Opens the form to sign in; absent where the buyer is fixed. */
  readonly onSignIn?: (() => void) | undefined;
}

/** The buyer, the payment method, and the button. */
export function PaymentForm(props: PaymentFormProps) {
  const { checkout, form, payment, isOutcomeNews, isUpdating, onSignIn } = props;
  const texts = useTexts();
  const { locale } = use(LanguageOfPage);
  const { fields } = form;
  const besideFields = useMessages(form);
  const { isSending } = payment;
  const { buyer } = checkout;
  const requirements = requirementsOf(checkout, form, fields.values);
  const send = (values: PaymentFields) => {
    payment.pay(paymentOf(checkout, { values, requirements, form, locale }), (problem) => {
      showErrors(fields, besideFields(problem));
    });
  };
  const submit = useSubmit(form, requirements, send);
  const notice = isSending ? undefined : paymentNotice(checkout, payment.failure, texts);
  const test = isDue(checkout) ? checkout.payment.test : undefined;
  return (
    <form noValidate onSubmit={submit} aria-labelledby="payment-heading">
      <Stack gap="lg">
        <SectionHeading id="payment-heading">{texts.details.heading}</SectionHeading>
        {checkout.forOwner ? <OwnerNote /> : null}
        <BuyerFields checkout={checkout} fields={fields} isSending={isSending} onSignIn={onSignIn} />
        {requirements.billing !== undefined ? (
          <BillingPart
            fields={fields}
            isSending={isSending}
            hasPhone={buyer.billing?.phone !== undefined}
            tax={checkout.tax}
            onClose={form.closeAddress}
          />
        ) : null}
        {requirements.billing !== undefined || checkout.forOwner ? null : (
          <AddAddress onOpen={form.openAddress} />
        )}
        {requirements.confirmation ? (
          <ConfirmationField tax={checkout.tax} fields={fields} isSending={isSending} />
        ) : null}
        {isDue(checkout) && checkout.payment.isTest === true ? (
          <TestModePanel test={test} outcome={form.outcome} onChange={form.setOutcome}>
            {test?.method === undefined ? null : (
              <TestMethodChoice
                outcomes={test.method.outcomes}
                outcome={form.testMethod}
                onChange={form.setTestMethod}
              />
            )}
          </TestModePanel>
        ) : null}
        {checkout.subscription === undefined ? null : (
          <SubscriptionPart
            checkout={checkout}
            terms={checkout.subscription}
            fields={fields}
            isSending={isSending}
          />
        )}
        {requirements.consent ? <ConsentField fields={fields} isSending={isSending} /> : null}
        {notice === undefined ? null : (
          <Notice title={notice.title} takesFocus={isOutcomeNews && !notice.fieldsComeFirst}>
            {notice.messages.map((message) => (
              <div key={message}>{message}</div>
            ))}
          </Notice>
        )}
        <Refusals checkout={checkout} texts={texts.pay} />
        <PayButton
          checkout={checkout}
          isSending={isSending}
          isUpdating={isUpdating}
          isAnotherTry={notice !== undefined && payment.earlierDue === undefined}
        />
        <TermsNote links={checkout.links} />
        {isDue(checkout) && test === undefined && !showsForm(checkout, isFramed()) ? (
          <Text size="sm" c="dimmed">
            {texts.pay.secure}
          </Text>
        ) : null}
      </Stack>
    </form>
  );
}

/** Whether the buyer pays now, or saves a payment method for later. */
function isDue({ total, subscription }: Pick<Checkout, 'total' | 'subscription'>): boolean {
  return (total?.due.amount ?? 0) > 0 || subscription !== undefined;
}

interface Filled {
  readonly values: PaymentFields;
  readonly requirements: Requirements;
  readonly form: Pick<PaymentFormState, 'outcome' | 'testMethod'>;
  readonly locale: string;
}

/** The payment to send: the buyer's input, and the order as this page shows it. */
function paymentOf(checkout: Checkout, { values, requirements, form, locale }: Filled): Payment {
  const billing = billingOfBuyer(values, requirements, checkout.buyer);
  const { test } = checkout.payment;
  return {
    ...(isDue(checkout) && {
      ...testInput(test, form.outcome),
      ...testInput(test?.method, form.testMethod),
    }),
    ...trimmed(values),
    due: checkout.total?.due.amount ?? 0,
    currency: checkout.currency,
    fingerprint: checkout.fingerprint,
    locale,
    ...(showsForm(checkout, isFramed()) && isDue(checkout) ? { embedded: true } : {}),
    ...(billing === undefined ? {} : { billing }),
    ...(requirements.confirmation ? { countryConfirmed: true } : {}),
    ...(requirements.consent ? { consent: CONSENT } : {}),
    ...(requirements.recurringConsent ? { recurringConsent: RECURRING_CONSENT } : {}),
    ...(requirements.anotherSubscription ? { anotherSubscription: true } : {}),
  };
}

/** The version of the sentence that `subscription.consent` has. */
const RECURRING_CONSENT: NonNullable<Payment['recurringConsent']> = { wording: '2026-12' };

function testInput(
  test: { readonly field: string; readonly outcomes: readonly string[] } | undefined,
  choice: string | undefined,
): Readonly<Record<string, string>> {
  const outcome = choice ?? test?.outcomes[0];
  return test === undefined || outcome === undefined ? {} : { [test.field]: outcome };
}

interface RefusalsProps {
  readonly checkout: Pick<
    Checkout,
    'amountRefusal' | 'checkoutRefusals' | 'currency' | 'total' | 'subscription'
  >;
  readonly texts: Texts['pay'];
}

/**
 * The reasons why the button below is disabled: the buyer reads them before paying, where the payment would be refused.
 */
function Refusals({ checkout, texts }: RefusalsProps) {
  const money = useMoney();
  const { checkoutRefusals, amountRefusal, currency } = checkout;
  if (checkoutRefusals === undefined) return null;
  const { reason, limit = 0 } = amountRefusal ?? {};
  const amount = reason && { reason, limit: money(limit, currency) };
  return (
    <Notice title={texts.notPayable}>
      {texts.refusals(checkoutRefusals, !isDue(checkout), amount).map((refusal) => (
        <div key={refusal}>{refusal}</div>
      ))}
      <div>{texts.notPayableText}</div>
    </Notice>
  );
}
