import '@latchkey/ui/fields/fields.css';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { emailMessage } from '@latchkey/ui/fields/form-messages.ts';
import { Notice } from '@latchkey/ui/notice.tsx';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { isProblem } from '@latchkey/sdk';
import { Button, Paper, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import classes from '../account/account.module.css';
import { lookUpOrder, type WithdrawableOrder, type WithdrawalClaim } from '../api/withdrawals.ts';
import { useWithdrawalTexts } from './withdrawal-texts.ts';

interface ClaimFormProps {
  /** From the link. */
  readonly number: string;
  readonly onFound: (claim: WithdrawalClaim, order: WithdrawableOrder) => void;
}

/** The order number and the address of the buyer. */
export function ClaimForm({ number, onFound }: ClaimFormProps) {
  const texts = useWithdrawalTexts();
  const { failure: failureTexts, form: formTexts } = useTexts();
  const [claim, setClaim] = useState<WithdrawalClaim>({ orderNumber: number, email: '' });
  const [messages, setMessages] = useState<Partial<WithdrawalClaim>>({});
  const [numberField, emailField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const looking = useMutation({
    mutationFn: lookUpOrder,
    onSuccess: (order, input) => {
      onFound(input, order);
    },
  });
  const send = () => {
    const input = { orderNumber: claim.orderNumber.trim(), email: claim.email.trim() };
    const email = emailMessage(input.email, formTexts);
    const orderNumber = input.orderNumber === '' ? texts.enterNumber : undefined;
    setMessages({ ...(orderNumber && { orderNumber }), ...(email && { email }) });
    if (orderNumber !== undefined) numberField.current?.focus();
    else if (email !== undefined) emailField.current?.focus();
    else if (!looking.isPending) looking.mutate(input);
  };
  const { error, isPending } = looking;
  const isUnknown = isProblem(error, 'WithdrawalOrderUnknown');
  return (
    <Paper
      component="form"
      noValidate
      className={classes.card}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextInput
        ref={numberField}
        label={texts.number}
        description={texts.numberHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="md"
        required
        maxLength={100}
        value={claim.orderNumber}
        error={messages.orderNumber}
        onChange={({ currentTarget: { value } }) => {
          setClaim({ ...claim, orderNumber: value });
          setMessages({});
        }}
      />
      <TextInput
        ref={emailField}
        type="email"
        label={texts.email}
        description={texts.emailHint}
        autoComplete="email"
        size="md"
        required
        maxLength={320}
        value={claim.email}
        error={messages.email}
        onChange={({ currentTarget: { value } }) => {
          setClaim({ ...claim, email: value });
          setMessages({});
        }}
      />
      {error === null || isPending ? null : (
        <Notice title={isUnknown ? texts.unknown : failureMessage(error, failureTexts).title} takesFocus>
          {isUnknown ? texts.unknownText : failureMessage(error, failureTexts).text}
        </Notice>
      )}
      <Button type="submit" size="md" loading={isPending}>
        {texts.next}
      </Button>
      <VisuallyHidden component="output">{isPending ? texts.looking : ''}</VisuallyHidden>
    </Paper>
  );
}
