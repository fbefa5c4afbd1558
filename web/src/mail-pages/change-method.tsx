import { Button, Text } from '@mantine/core';
import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { changeManagedMethod } from '../api/subscription-links.ts';
import { FailureNotice, useAction } from './mail-page.tsx';
import { useMailTexts } from './mail-texts.ts';

interface ChangeMethodProps {
  readonly token: string;
  /** Where the page of the payment service leads; absent: to the page of the mail. */
  readonly returnUrl?: string | undefined;
  /** The new method is saved. */
  readonly onSaved?: () => void;
}

/** Saves another payment method: at once, or on the page of the payment service, which replaces the whole window. */
export function ChangeMethod({ token, returnUrl, onSaved }: ChangeMethodProps) {
  const { subscription: texts } = useMailTexts();
  const { locale } = use(LanguageOfPage);
  const change = useAction<void, boolean>(async () => {
    const { redirectUrl } = await changeManagedMethod(token, { locale, returnUrl });
    if (redirectUrl !== undefined) window.open(redirectUrl, '_top');
    else onSaved?.();
    return redirectUrl === undefined;
  });
  if (change.result === true) return <Text component="output">{texts.methodSaved}</Text>;
  return (
    <>
      {change.isSending ? null : <FailureNotice failure={change.failure} />}
      <Button
        variant="default"
        fullWidth
        loading={change.isSending}
        onClick={() => {
          change.run(undefined);
        }}
      >
        {texts.changeMethod}
      </Button>
    </>
  );
}
