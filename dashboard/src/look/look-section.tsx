import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { api, done } from '../api/client.ts';
import { Section } from '../parts/section.tsx';
import { useSession } from '../session/session.ts';
import classes from './look-section.module.css';
import { useSettingsTexts } from '../settings/settings-texts.ts';

/** Leads to the pages as buyers see them, and mails the reader what mails look like. */
export function LookSection({ url }: { readonly url: string }) {
  const texts = useSettingsTexts();
  const { failure: failureTexts } = useSharedTexts();
  const { email } = useSession().operator;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => done(api.POST('/api/operator/test-mail')),
  });
  const message = error === null ? undefined : failureMessage(error, failureTexts);
  return (
    <Section title={texts.look}>
      <Text size="sm" c="dimmed">
        {texts.lookText}
      </Text>
      <div className={classes.actions}>
        <Button component="a" variant="default" size="compact-sm" href={`${url}/shop`} target="_blank">
          {texts.openShop}
        </Button>
        <Button component="a" variant="default" size="compact-sm" href={`${url}/account`} target="_blank">
          {texts.openAccount}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={isPending}
          onClick={() => {
            mutate();
          }}
        >
          {texts.testMail}
        </Button>
      </div>
      {isSuccess ? (
        <Text size="sm" component="output">
          {texts.testMailSent(email)}
        </Text>
      ) : null}
      {message === undefined ? null : (
        <ErrorLine>
          {message.title}. {message.text}
        </ErrorLine>
      )}
    </Section>
  );
}
