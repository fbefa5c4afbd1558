import '@latchkey/ui/fields/fields.css';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage, useTexts } from '@latchkey/ui/texts/language.ts';
import { formatMoney } from '@latchkey/ui/texts/money.ts';
import { Button, Paper, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import classes from '../account/account.module.css';
import {
  declareWithdrawal,
  type WithdrawableOrder,
  type Withdrawal,
  type WithdrawalClaim,
} from '../api/withdrawals.ts';
import { remarksOf, type WithdrawableLine } from './line-remarks.ts';
import { useWithdrawalTexts } from './withdrawal-texts.ts';

interface DeclarationFormProps {
  readonly claim: WithdrawalClaim;
  readonly order: WithdrawableOrder;
  readonly onAnother: () => void;
  readonly onDone: (withdrawal: Withdrawal) => void;
}

/** The lines of the order, whether the buyer has the right to withdraw from each, and the button that withdraws. */
export function DeclarationForm({ claim, order, onAnother, onDone }: DeclarationFormProps) {
  const texts = useWithdrawalTexts();
  const { locale } = use(LanguageOfPage);
  const choosable = order.lines.filter(isChoosable);
  // With only one line there is nothing to choose.
  const [only, ...others] = choosable;
  const [choice, setChoice] = useState(only === undefined || others.length > 0 ? [] : [only.lineId]);
  const [isRefused, setRefused] = useState(false);
  const [statement, setStatement] = useState('');
  const sending = useMutation({ mutationFn: declareWithdrawal, onSuccess: onDone });
  const send = () => {
    setRefused(choice.length === 0);
    if (choice.length === 0 || sending.isPending) return;
    const words = statement.trim();
    sending.mutate({ ...claim, lineIds: choice, locale, ...(words !== '' && { statement: words }) });
  };
  return (
    <Stack gap="md">
      <div>
        <PageHeading takesFocus>{texts.lines}</PageHeading>
        <Text>{texts.orderOf(order.orderNumber, formatDay(order.purchasedAt, locale))}</Text>
      </div>
      <Paper
        component="form"
        noValidate
        className={classes.card}
        aria-label={texts.lines}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {order.lines.map((line) => (
          <LineField
            key={line.lineId}
            line={line}
            isChosen={choice.includes(line.lineId)}
            onChoose={(isChosen) => {
              setRefused(false);
              setChoice([...choice.filter((id) => id !== line.lineId), ...(isChosen ? [line.lineId] : [])]);
            }}
          />
        ))}
        {isRefused ? (
          <Text role="alert" c="var(--mantine-color-error)">
            {texts.choose}
          </Text>
        ) : null}
        {choosable.length === 0 ? null : (
          <Confirmation
            email={claim.email}
            statement={statement}
            isSending={sending.isPending}
            failure={sending.error}
            onStatement={setStatement}
          />
        )}
      </Paper>
      <Button variant="subtle" disabled={sending.isPending} onClick={onAnother}>
        {texts.another}
      </Button>
    </Stack>
  );
}

function isChoosable({ quantity, withdrawal }: WithdrawableLine): boolean {
  return quantity > 0 && withdrawal === undefined;
}

interface LineFieldProps {
  readonly line: WithdrawableLine;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function LineField({ line, isChosen, onChoose }: LineFieldProps) {
  const texts = useWithdrawalTexts();
  const { locale } = use(LanguageOfPage);
  const { title, quantity, amount } = line;
  const price = formatMoney(amount.amount, amount.currency, [locale]);
  return (
    <CheckField
      label={quantity === 0 ? title : `${texts.times(quantity, title)}, ${price}`}
      description={remarksOf(line, texts, locale)}
      isDisabled={!isChoosable(line)}
      checked={isChosen}
      onChange={({ currentTarget: { checked } }) => {
        onChoose(checked);
      }}
    />
  );
}

interface ConfirmationProps {
  readonly email: string;
  readonly statement: string;
  readonly isSending: boolean;
  readonly failure: Error | null;
  readonly onStatement: (statement: string) => void;
}

function Confirmation({ email, statement, isSending, failure, onStatement }: ConfirmationProps) {
  const texts = useWithdrawalTexts();
  const { failure: failureTexts } = useTexts();
  return (
    <>
      <TextInput
        label={texts.statement}
        size="md"
        maxLength={2_000}
        value={statement}
        onChange={({ currentTarget: { value } }) => {
          onStatement(value);
        }}
      />
      {failure === null || isSending ? null : (
        <Notice title={failureMessage(failure, failureTexts).title} takesFocus>
          {failureMessage(failure, failureTexts).text}
        </Notice>
      )}
      <Button type="submit" size="lg" loading={isSending}>
        {texts.confirm}
      </Button>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {texts.confirmText(email)}
      </Text>
      <VisuallyHidden component="output">{isSending ? texts.sending : ''}</VisuallyHidden>
    </>
  );
}
