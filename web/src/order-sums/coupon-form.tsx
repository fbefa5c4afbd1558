import '@latchkey/ui/fields/fields.css';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { Button, TextInput } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import classes from './sums.module.css';
import { useCouponTexts } from './coupon-texts.ts';

interface CouponFormProps {
  readonly apply: (code: string) => Promise<unknown>;
  readonly isDisabled: boolean;
  readonly onApplied: (code: string) => void;
}

/** The field for the code of a coupon; it takes the focus when it appears. Suspends until its texts are there. */
export function CouponForm({ apply, isDisabled, onApplied }: CouponFormProps) {
  const coupon = useCouponTexts();
  const { failure: texts } = useTexts();
  const form = usePageForm({ code: '' });
  const sending = useMutation({
    mutationFn: apply,
    onSuccess: (_answer, code) => {
      onApplied(code);
    },
    onError: (failure, code) => {
      const reason = isProblem(failure, 'CouponNotUsable')
        ? coupon.refused(failure.message, failure.reason, code)
        : failureMessage(failure, texts).text;
      showErrors(form, { code: reason });
    },
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <form
      noValidate
      className={classes.coupon}
      onSubmit={(event) => {
        event.preventDefault();
        const code = form.getValues().code.trim();
        if (sending.isPending) return;
        showErrors(form, code === '' ? { code: coupon.enter } : {});
        if (code !== '') sending.mutate(code);
      }}
    >
      <TextInput
        ref={field}
        label={coupon.label}
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="md"
        readOnly={isDisabled || sending.isPending}
        {...form.getInputProps('code')}
      />
      <Button
        type="submit"
        variant="default"
        size="md"
        mt={25}
        loading={sending.isPending}
        disabled={isDisabled}
      >
        {coupon.apply}
      </Button>
    </form>
  );
}
