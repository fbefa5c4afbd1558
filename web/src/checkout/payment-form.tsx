import { Button, Stack, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import type { BillingDetails, Checkout, Payment, SandboxOutcome } from '../api/checkout.ts';
import { LockIcon } from '../ui/icons.tsx';
import { sortRefusal } from '../ui/form-messages.ts';
import { formatMoney } from '../ui/money.ts';
import { Notice } from '../ui/notice.tsx';
import { BillingNote } from './billing-note.tsx';
import { OwnerNote } from './owner-note.tsx';
import { FIELD_NAMES, type PaymentFields, checkFields, fieldsOfBuyer, trimmed } from './payment-fields.ts';
import { paymentNotice } from './payment-notice.ts';
import { TestModePanel } from './test-mode-panel.tsx';
import type { PaymentSending } from './use-payment.ts';

export interface PaymentFormState {
  readonly fields: UseFormReturnType<PaymentFields>;
  readonly outcome: SandboxOutcome;
  readonly setOutcome: (outcome: SandboxOutcome) => void;
  /** As first shown: the buyer has not read later changes of the cart. */
  readonly billing: BillingDetails | undefined;
  readonly removeBilling: () => void;
}

/** The entered values; the page stores them, so that they survive a failed payment. */
export function usePaymentForm(buyer: Checkout['buyer']): PaymentFormState {
  const fields = useForm<PaymentFields>({ initialValues: fieldsOfBuyer(buyer), validate: checkFields });
  const [outcome, setOutcome] = useState<SandboxOutcome>('Succeed');
  const [billing, setBilling] = useState(buyer.billing);
  const removeBilling = () => {
    setBilling(undefined);
  };
  return { fields, outcome, setOutcome, billing, removeBilling };
}

interface PaymentFormProps {
  readonly checkout: Checkout;
  readonly form: PaymentFormState;
  readonly payment: PaymentSending;
  /** The last attempt happened on this page, so its outcome is news. */
  readonly isOutcomeNews: boolean;
}

/** The buyer, the payment method, and the button. */
export function PaymentForm({ checkout, form, payment, isOutcomeNews }: PaymentFormProps) {
  const { fields, billing } = form;
  const due = checkout.total?.due.amount ?? 0;
  const isTestPayment = checkout.payment.provider === 'sandbox' && due > 0;
  const notice = payment.isSending ? undefined : paymentNotice(checkout, payment.failure);
  const focusFirst = (messages: object) => {
    const name = FIELD_NAMES.find((field) => field in messages);
    if (name !== undefined) fields.getInputNode(name)?.focus();
  };
  const send = (values: PaymentFields) => {
    const request: Payment = {
      ...trimmed(values),
      due,
      currency: checkout.currency,
      fingerprint: checkout.fingerprint,
      ...(billing === undefined ? {} : { billing }),
      ...(isTestPayment ? { sandboxOutcome: form.outcome } : {}),
    };
    payment.pay(request, (problem) => {
      const { beside } = sortRefusal(problem.errors, FIELD_NAMES);
      fields.setErrors(beside);
      focusFirst(beside);
    });
  };
  return (
    <form noValidate onSubmit={fields.onSubmit(send, focusFirst)} aria-labelledby="payment-heading">
      <Stack gap="lg">
        <Title order={2} size="h4" id="payment-heading">
          Your details
        </Title>
        {checkout.forOwner ? <OwnerNote /> : null}
        <BuyerFields checkout={checkout} fields={fields} isSending={payment.isSending} />
        {billing === undefined ? null : (
          <BillingNote billing={billing} isSending={payment.isSending} onRemove={form.removeBilling} />
        )}
        {isTestPayment ? <TestModePanel outcome={form.outcome} onChange={form.setOutcome} /> : null}
        {notice === undefined ? null : (
          <Notice title={notice.title} takesFocus={isOutcomeNews && !notice.fieldsComeFirst}>
            {notice.messages.map((message) => (
              <div key={message}>{message}</div>
            ))}
          </Notice>
        )}
        <Refusals refusals={checkout.checkoutRefusals} />
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={payment.isSending}
          disabled={checkout.checkoutRefusals !== undefined}
        >
          {payLabel(due, checkout.currency, notice !== undefined)}
        </Button>
        <VisuallyHidden component="output">{payment.isSending ? 'Sending your payment.' : ''}</VisuallyHidden>
      </Stack>
    </form>
  );
}

/** The reasons why the button below is off: the buyer reads them before paying, where the payment would be refused. */
function Refusals({ refusals }: { readonly refusals: Checkout['checkoutRefusals'] }) {
  if (refusals === undefined) return null;
  return (
    <Notice title="This order cannot be completed as it is">
      {refusals.map((refusal) => (
        <div key={refusal}>{refusal}</div>
      ))}
      <div>Change the cart in the shop, then start the checkout again.</div>
    </Notice>
  );
}

interface BuyerFieldsProps {
  readonly checkout: Pick<Checkout, 'buyer' | 'forOwner'>;
  readonly fields: UseFormReturnType<PaymentFields>;
  readonly isSending: boolean;
}

function BuyerFields({ checkout, fields, isSending }: BuyerFieldsProps) {
  const { buyer } = checkout;
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        autoComplete="name"
        size="md"
        required
        readOnly={isSending}
        {...fields.getInputProps('name')}
      />
      <TextInput
        label="Email"
        description={emailPurpose(checkout)}
        type="email"
        autoComplete="email"
        size="md"
        required
        readOnly={isSending || buyer.locked}
        {...(buyer.locked ? { rightSection: <LockIcon size={18} /> } : {})}
        {...fields.getInputProps('email')}
      />
    </Stack>
  );
}

function emailPurpose({ buyer, forOwner }: Pick<Checkout, 'buyer' | 'forOwner'>): string {
  if (forOwner) return 'Only for the payment. The receipt goes to the account.';
  return buyer.locked ? 'The address of your account.' : 'For your receipt, and to find your licenses later.';
}

function payLabel(due: number, currency: string, isAnotherTry: boolean): string {
  if (due === 0) return 'Complete order';
  const amount = formatMoney(due, currency);
  return isAnotherTry ? `Try again: pay ${amount}` : `Pay ${amount}`;
}
