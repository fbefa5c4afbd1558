import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isProblem } from '@latchkey/sdk';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { saveText } from './save-text.ts';

interface CodesFileProps {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Reads the lines from the API. */
  readonly load: () => Promise<string>;
}

/** Saves all codes as a CSV file. */
export function CodesFile({ name, load }: CodesFileProps) {
  const { codes } = useTexts();
  const { failure: failureTexts } = useSharedTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: load,
    onSuccess: (text) => {
      saveText(`${name}.csv`, text);
    },
  });
  const message = error === null ? undefined : failureMessage(error, failureTexts);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {codes.csv}
      </Button>
      {message === undefined ? null : (
        <ErrorLine>
          {isProblem(error, 'CodesNotReady') || isProblem(error, 'BatchNotReady')
            ? codes.notReady
            : `${message.title}. ${message.text}`}
        </ErrorLine>
      )}
    </>
  );
}
