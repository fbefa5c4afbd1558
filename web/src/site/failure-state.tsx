import { Button, Text } from '@mantine/core';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { Notice } from '@latchkey/ui/notice.tsx';
import classes from './message-state.module.css';

interface FailureStateProps {
  readonly failure: Error;
  readonly onRetry: () => void;
}

/** A part of the page that could not be loaded, with the reason. */
export function FailureState({ failure, onRetry }: FailureStateProps) {
  const { failure: texts } = useTexts();
  const { title, text, reference } = failureMessage(failure, texts);
  return (
    <div className={classes.failure}>
      <Notice title={title}>
        {text}
        {reference === undefined ? null : (
          <Text size="sm" mt="xs">
            {texts.reference(reference)}
          </Text>
        )}
      </Notice>
      <Button onClick={onRetry}>{texts.tryAgain}</Button>
    </div>
  );
}
