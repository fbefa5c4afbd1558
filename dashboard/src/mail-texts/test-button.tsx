import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { answer, api } from '../api/client.ts';
import type { TextPlace } from './mail-text-queries.ts';
import { useMailTextTexts } from './mail-text-texts.ts';
import type { Words } from './mail-words.ts';
import classes from './test-button.module.css';

interface TestButtonProps {
  readonly place: TextPlace;
  readonly words: Words;
  readonly isDisabled: boolean;
}

/** Mails the reader what the preview shows. */
export function TestButton({ place, words, isDisabled }: TestButtonProps) {
  const texts = useMailTextTexts();
  const { failure: failureTexts } = useSharedTexts();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/api/mail-texts/{mail}/{language}/test', { params: { path: { ...place } }, body: words }),
      ),
  });
  const message = error === null ? undefined : failureMessage(error, failureTexts);
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        size="compact-sm"
        loading={isPending}
        disabled={isDisabled}
        onClick={() => {
          mutate();
        }}
      >
        {texts.test}
      </Button>
      {data === undefined ? null : (
        <Text size="sm" component="output">
          {texts.testSent(data.recipient)}
        </Text>
      )}
      {message === undefined ? null : (
        <ErrorLine>
          {message.title}. {message.text}
        </ErrorLine>
      )}
    </div>
  );
}
