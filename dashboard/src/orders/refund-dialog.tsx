import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { type PageForm, showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import type { OrderTexts } from './order-en.ts';
import { useOrderTexts } from './order-texts.ts';
import {
  amountToRefund,
  decisionIn,
  DECISIONS,
  isRecurring,
  needsDecision,
  refundable,
  refundRequest,
  type RefundValues,
  unitField,
} from './refund-request.ts';

type Order = components['schemas']['OrderDetails'];

interface RefundDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Gives money back after saying what happens to it, to the licenses and to a subscription. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const texts = useOrderTexts();
  const queryClient = useQueryClient();
  const form = usePageForm<RefundValues>(startValues(order));
  // However often it is sent, the money goes back once.
  const { key, renewAfter } = useIdempotencyKey();
  const [isAffected, setIsAffected] = useState(false);
  const send = async (values: RefundValues) => {
    const outcome = refundRequest(order, values);
    if ('missing' in outcome) {
      const { missing } = outcome;
      showErrors(form, { [missing]: missingText(missing, texts) });
      return;
    }
    const params = { path: { orderId: order.id }, header: { 'idempotency-key': key } };
    await answer(api.POST('/api/orders/{orderId}/refunds', { params, body: outcome.request }));
    await queryClient.invalidateQueries();
    onClose();
  };
  return (
    <Dialog title={texts.refundTitle(order.number ?? '')} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.refund}
        send={send}
        onCancel={onClose}
        isDangerous
        explain={(failure) => {
          renewAfter(failure);
          setIsAffected(isAffected || failure.errorType === 'OrdersAffected');
          return undefined;
        }}
      >
        <PartFields order={order} form={form} />
        <DecisionFields order={order} form={form} isAffected={isAffected} />
        <Text size="sm">{outcomeText(order, form.values, { texts, money: useMoney() })}</Text>
      </DataForm>
    </Dialog>
  );
}

function missingText(field: string, texts: OrderTexts): string {
  if (field === 'amount') return texts.amountShape;
  return field === 'subscription' ? texts.chooseSubscription : texts.unitsShape;
}

function startValues(order: Order): RefundValues {
  return {
    part: 'all',
    ...Object.fromEntries(order.items.map((_, place) => [unitField(place), ''])),
    amount: '',
    reason: '',
    keepsLicenses: false,
    subscription: '',
    isConfirmed: false,
  };
}

interface FieldsProps {
  readonly order: Order;
  readonly form: PageForm<RefundValues>;
}

function PartFields({ order, form }: FieldsProps) {
  const texts = useOrderTexts();
  const money = useMoney();
  const left = refundable(order);
  const { part } = form.values;
  return (
    <>
      <SelectField
        label={texts.what}
        options={[
          {
            value: 'all',
            label: texts.parts.all(left === undefined ? '' : money(left.amount, left.currency)),
          },
          { value: 'units', label: texts.parts.units },
          { value: 'amount', label: texts.parts.amount },
        ]}
        {...form.getInputProps('part')}
      />
      {part === 'units'
        ? order.items.map(({ id, quantity }, place) => (
            <TextInput
              key={id}
              inputMode="numeric"
              label={texts.units(order.lines[place]?.title ?? id, quantity)}
              {...form.getInputProps(unitField(place))}
            />
          ))
        : null}
      {part === 'amount' ? (
        <TextInput
          inputMode="decimal"
          label={texts.amount(left?.currency ?? order.currency)}
          {...form.getInputProps('amount')}
        />
      ) : null}
    </>
  );
}

function DecisionFields({ order, form, isAffected }: FieldsProps & { readonly isAffected: boolean }) {
  const texts = useOrderTexts();
  const { part } = form.values;
  return (
    <>
      {part === 'amount' || order.numberOfLicenses === 0 ? null : (
        <CheckField
          label={texts.keepLicenses}
          {...form.getInputProps('keepsLicenses', { type: 'checkbox' })}
        />
      )}
      {needsDecision(order, form.values) ? (
        <SelectField
          label={texts.subscription}
          options={[
            { value: '', label: texts.choose },
            ...DECISIONS.map((value) => ({ value, label: texts.subscriptions[value] })),
          ]}
          {...form.getInputProps('subscription')}
        />
      ) : null}
      <TextInput label={texts.reason} description={texts.reasonText} {...form.getInputProps('reason')} />
      {isAffected ? (
        <CheckField label={texts.affected} {...form.getInputProps('isConfirmed', { type: 'checkbox' })} />
      ) : null}
    </>
  );
}

interface Wording {
  readonly texts: OrderTexts;
  readonly money: (amount: number, currency: string) => string;
}

/** What a refund does, in sentences. */
function outcomeText(order: Order, values: RefundValues, { texts, money }: Wording): string {
  const { outcome } = texts;
  const email = order.billingDetails?.email ?? texts.buyer;
  const left = refundable(order);
  const inMoney = (amount: number | undefined) =>
    left === undefined || amount === undefined ? '…' : money(amount, left.currency);
  const subscription = subscriptionText(order, values, texts);
  if (values.part === 'amount')
    return `${outcome.amount(inMoney(amountToRefund(order, values)), email)} ${subscription}`.trim();
  const first = values.part === 'units' ? outcome.units(email) : outcome.all(inMoney(left?.amount), email);
  const licenses = order.numberOfLicenses === 0 ? '' : values.keepsLicenses ? outcome.kept : outcome.revoked;
  return [first, licenses, subscription].filter(Boolean).join(' ');
}

/** What becomes of a subscription; nothing for an order without one, and while nobody has decided. */
function subscriptionText(order: Order, values: RefundValues, { outcome }: OrderTexts): string {
  if (!isRecurring(order)) return '';
  if (!needsDecision(order, values)) return outcome.subscriptions.Keep;
  const decision = decisionIn(values.subscription);
  return decision === undefined ? '' : outcome.subscriptions[decision];
}
