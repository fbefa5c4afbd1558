import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { WarningIcon } from '@latchkey/ui/icons.tsx';
import { MessagePage } from './message-page.tsx';

interface FailurePageProps {
  readonly failure: Error;
  readonly onRetry: () => void;
  /** Whom to ask, after the reason. */
  readonly address?: ReactNode;
}

/** The page could not be loaded or crashed: shows the reason and offers to try again. */
export function FailurePage({ failure, onRetry, address }: FailurePageProps) {
  const { data: vendor } = useQuery(vendorQuery);
  const { failure: texts } = useTexts();
  const { title, text, reference } = failureMessage(failure, texts);
  useDocumentTitle(title);
  // Trying again helps when the network or the server failed; anything else needs a fresh page.
  const isAskedAgain = failure instanceof Refusal || failure instanceof ConnectionLost;
  const reload = () => {
    window.location.reload();
  };
  return (
    <MessagePage
      owner={vendor}
      icon={<WarningIcon size={28} />}
      tone="bad"
      title={title}
      text={text}
      address={address}
      note={reference === undefined ? undefined : texts.reference(reference)}
      actions={
        <Button onClick={isAskedAgain ? onRetry : reload}>
          {isAskedAgain ? texts.tryAgain : texts.reload}
        </Button>
      }
    />
  );
}
