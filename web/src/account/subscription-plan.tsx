import { Button, Paper, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { ClockIcon } from '../page/icons.tsx';
import { Note } from '@latchkey/ui/note.tsx';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import {
  changePlan,
  leadsToOwning,
  type PlanChange,
  type PlanWish,
  previewPlan,
  type Subscription,
} from '../api/subscriptions.ts';
import classes from './account.module.css';
import { accountKey, useAccountQuery, useCustomer } from './customer.ts';
import { Loading } from './loading.tsx';
import { useAmount } from './order-lines.tsx';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface PlanProps {
  readonly subscription: Subscription;
}

/** How the owner of a subscription changes its plan or its number of licenses, while nothing is open or agreed. */
export function PlanChoice({ subscription }: PlanProps) {
  const { status, payment, nextPlan, pausedUntil } = subscription;
  const isFree = nextPlan === undefined && pausedUntil === undefined;
  return isFree && status === 'Active' && payment.state === 'Paid' ? (
    <Change subscription={subscription} />
  ) : null;
}

/** The plan that a subscription changes to, if one is agreed. */
export function AgreedPlan({ subscription }: PlanProps) {
  const { status, payment, nextPlan } = subscription;
  if (nextPlan === undefined || status !== 'Active' || payment.state !== 'Paid') return null;
  return <Agreed subscription={subscription} nextPlan={nextPlan} />;
}

/** What is agreed and has not begun: it is paid, or dropped. */
function Agreed({
  subscription,
  nextPlan,
}: PlanProps & { readonly nextPlan: NonNullable<Subscription['nextPlan']> }) {
  const { plan: texts } = useSubscriptionsTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const { variation, content, plans, nextPaymentScheduledAt } = subscription;
  const { mutate, isPending, error } = useChange(subscription);
  const { variationId, quantity, when, total, payBy = nextPaymentScheduledAt } = nextPlan;
  const amount = useAmount();
  const name = plans.find(({ id }) => id === variationId)?.name ?? variationId;
  const wish = when === 'Now' ? { variationId, quantity } : undefined;
  const day = formatDay(nextPaymentScheduledAt ?? '', locale);
  return (
    <Note icon={<ClockIcon />} title={texts.agreed(name, quantity)}>
      <Text size="sm">
        {when === 'Now'
          ? texts.waits(formatDay(payBy ?? '', locale))
          : texts.begins(day, amount((total ?? subscription.total).due))}
      </Text>
      {quantity < content.quantity ? <Text size="sm">{texts.used(day)}</Text> : null}
      <div className={classes.actions}>
        {wish === undefined ? null : (
          <Button
            loading={isPending}
            onClick={() => {
              mutate(wish);
            }}
          >
            {texts.toPayment}
          </Button>
        )}
        <Button
          variant="default"
          loading={isPending}
          onClick={() => {
            mutate({ variationId: variation.id, quantity: content.quantity });
          }}
        >
          {texts.drop}
        </Button>
      </div>
      {error === null ? null : <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>}
    </Note>
  );
}

function Change({ subscription }: PlanProps) {
  const { plan: texts } = useSubscriptionsTexts();
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <Choice
        subscription={subscription}
        onClose={() => {
          setOpen(false);
        }}
      />
    );
  return (
    <div>
      <Button
        variant="default"
        onClick={() => {
          setOpen(true);
        }}
      >
        {texts.change}
      </Button>
    </div>
  );
}

function Choice({ subscription, onClose }: PlanProps & { readonly onClose: () => void }) {
  const texts = useSubscriptionsTexts();
  const { variation, content, plans } = subscription;
  const amount = useAmount();
  const [variationId, setVariation] = useState(variation.id);
  const [units, setUnits] = useState(String(content.quantity));
  const quantity = Number(units);
  const isChanged = variationId !== variation.id || quantity !== content.quantity;
  return (
    <Paper component="section" className={classes.card} aria-labelledby="plan-heading">
      <SectionHeading id="plan-heading" takesFocus>
        {texts.plan.change}
      </SectionHeading>
      <SelectField
        label={texts.facts.plan}
        value={variationId}
        options={plans.map(({ id, name, cycleLength, price }) => ({
          value: id,
          label: price === undefined ? name : `${name}, ${texts.every[cycleLength](amount(price))}`,
        }))}
        onChange={({ currentTarget }) => {
          setVariation(currentTarget.value);
        }}
      />
      <TextInput
        label={texts.facts.quantity}
        inputMode="numeric"
        value={units}
        onChange={({ currentTarget }) => {
          setUnits(currentTarget.value.replace(/\D/g, ''));
        }}
      />
      {isChanged && quantity > 0 ? (
        <Preview
          key={`${variationId}/${quantity}`}
          subscription={subscription}
          wish={{ variationId, quantity }}
          onDone={onClose}
        />
      ) : null}
      <div>
        <Button variant="subtle" onClick={onClose}>
          {texts.plan.keep}
        </Button>
      </div>
    </Paper>
  );
}

interface PreviewProps extends PlanProps {
  readonly wish: PlanWish;
  readonly onDone: () => void;
}

/** What the change costs and when it begins, and the button that does it. */
function Preview({ subscription, wish, onDone }: PreviewProps) {
  const { plan: texts } = useSubscriptionsTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const amount = useAmount();
  const { data, error } = useAccountQuery(
    ['subscription-change', subscription.id, wish.variationId, String(wish.quantity)],
    (signal) => previewPlan(subscription.id, wish, signal),
  );
  const change = useChange(subscription, onDone);
  if (error !== null) return <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>;
  if (data === undefined) return <Loading heights={[96]} />;
  const { when, takesEffectAt, total } = data;
  return (
    <>
      <Lines change={data} />
      {wish.quantity < subscription.content.quantity ? (
        <Text size="sm">{texts.used(formatDay(takesEffectAt, locale))}</Text>
      ) : null}
      <LostProgress subscription={subscription} wish={wish} />
      <div>
        <Button
          loading={change.isPending}
          onClick={() => {
            change.mutate({ ...wish, due: total.due.amount });
          }}
        >
          {when === 'Now' ? texts.payNow(amount(total.due)) : texts.changeLater}
        </Button>
        <VisuallyHidden component="output">{change.isPending ? texts.changing : ''}</VisuallyHidden>
      </div>
      {change.error === null ? null : (
        <ErrorLine>{failureMessage(change.error, shared.failure).text}</ErrorLine>
      )}
    </>
  );
}

/** What the change does to what the payments so far lead to; nothing where they lead nowhere. */
function LostProgress({ subscription, wish }: Pick<PreviewProps, 'subscription' | 'wish'>) {
  const { plan: texts } = useSubscriptionsTexts();
  const { milestoneProgress, variation, content } = subscription;
  if (milestoneProgress === undefined) return null;
  if (wish.variationId !== variation.id) return <Text size="sm">{texts.countsAnew}</Text>;
  const isOwnedInTheEnd = leadsToOwning(milestoneProgress);
  return isOwnedInTheEnd && wish.quantity > content.quantity ? (
    <Text size="sm">{texts.ownedTogether}</Text>
  ) : null;
}

function Lines({ change: { when, takesEffectAt, lines, total, next } }: { readonly change: PlanChange }) {
  const { plan: texts } = useSubscriptionsTexts();
  const { locale } = use(LanguageOfPage);
  const amount = useAmount();
  const rows = lines.flatMap(({ variationId, quantity, price, credit }, index) => [
    { key: `${variationId}-${index}`, term: texts.rest(quantity), text: amount(price) },
    ...(credit.amount > 0
      ? [{ key: `credit-${index}`, term: texts.credit, text: `−${amount(credit)}` }]
      : []),
  ]);
  return (
    <dl className={styles.facts}>
      {[
        ...rows,
        ...(total.taxes.amount > 0 ? [{ key: 'tax', term: texts.tax, text: amount(total.taxes) }] : []),
        { key: 'due', term: texts.due, text: amount(total.due) },
        {
          key: 'begins',
          term: texts.beginsOn,
          text: when === 'Now' ? texts.atOnce : formatDay(takesEffectAt, locale),
        },
        {
          key: 'next',
          term: texts.next(formatDay(next.at, locale)),
          text: amount(next.total.due),
        },
      ].map(({ key, term, text }) => (
        <div key={key} className={styles.fact}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Changes the plan, and leads to the page of the payment if one is due. */
function useChange({ id }: Subscription, onDone: () => void = () => undefined) {
  const { id: customerId } = useCustomer();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: PlanWish & { readonly due?: number }) => changePlan(id, wish),
    onSuccess: async ({ subscription, location }) => {
      if (location !== undefined) {
        window.location.assign(location);
        return;
      }
      onDone();
      client.setQueryData(accountKey(customerId, ['subscription', id]), subscription);
      await client.invalidateQueries({ queryKey: accountKey(customerId, ['subscriptions']) });
    },
  });
}
