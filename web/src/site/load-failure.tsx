import { Button, Text } from '@mantine/core';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { MessageState } from './message-state.tsx';

/** Replaces a page that could not be loaded. Another try loads again whatever failed, the header's vendor as well. */
export function LoadFailure({ failure }: { readonly failure: Error }) {
  const { failure: texts } = useTexts();
  const queryClient = useQueryClient();
  const { title, text, reference } = failureMessage(failure, texts);
  const retry = () => {
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  return (
    <div role="alert">
      <MessageState title={title} text={text} action={<Button onClick={retry}>{texts.tryAgain}</Button>}>
        {reference === undefined ? null : <Text size="sm">{texts.reference(reference)}</Text>}
      </MessageState>
    </div>
  );
}
