import { useEffect, useState } from 'react';
import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { askWith } from '../api/confirmation.ts';

const ConfirmDialog = lazyPart(
  () => import('../session/confirm-dialog.tsx').then((part) => part.ConfirmDialog),
  null,
);

/** Asks for the password whenever a request needs it again. */
export function Confirmation() {
  const [question, setQuestion] = useState<{ readonly end: (isConfirmed: boolean) => void }>();
  useEffect(() => {
    let running: Promise<boolean> | undefined;
    return askWith(() => {
      running ??= new Promise((resolve) => {
        const end = (isConfirmed: boolean) => {
          running = undefined;
          setQuestion(undefined);
          resolve(isConfirmed);
        };
        setQuestion({ end });
      });
      return running;
    });
  }, []);
  return question === undefined ? null : <ConfirmDialog onEnd={question.end} />;
}
