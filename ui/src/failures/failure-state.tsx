import { Button, Stack, Text } from '@mantine/core';
import { Notice } from '../notice.tsx';
import { useTexts } from '../texts/language.ts';
import { failureMessage } from './failure-message.ts';

interface FailureStateProps {
  readonly failure: Error;
  readonly onRetry: () => void;
  /** The page changed while the reader was on it. */
  readonly takesFocus?: boolean;
}

/** A part of the page that could not be loaded, with the reason and another try. */
export function FailureState({ failure, onRetry, takesFocus = false }: FailureStateProps) {
  const { failure: texts } = useTexts();
  const { title, text, reference } = failureMessage(failure, texts);
  return (
    <Stack gap="md" align="flex-start">
      <Notice title={title} takesFocus={takesFocus}>
        {text}
        {reference === undefined ? null : (
          <Text size="sm" mt="xs">
            {texts.reference(reference)}
          </Text>
        )}
      </Notice>
      <Button variant="default" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </Stack>
  );
}
