import { useState } from 'react';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';

interface UploadSteps {
  readonly send: (file: File) => Promise<void>;
  /** Reads again what there is now, however it ended. */
  readonly refresh: () => Promise<void>;
}

/** Sends files one after another, and says which one is on its way and what went wrong. */
export function useUploads({ send, refresh }: UploadSteps) {
  const { failure: failureTexts } = useSharedTexts();
  const [isBusy, setIsBusy] = useState(false);
  const [current, setCurrent] = useState<string>();
  const [failure, setFailure] = useState<string>();
  /** Does something with what is there, with the same care. */
  const run = async (task: () => Promise<unknown>) => {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await task();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { title, text } = failureMessage(error, failureTexts);
      setFailure(`${title}. ${text}`);
    } finally {
      setCurrent(undefined);
      await refresh();
      setIsBusy(false);
    }
  };
  const upload = (files: readonly File[]) =>
    run(async () => {
      for (const file of files) {
        setCurrent(file.name);
        await send(file);
      }
    });
  return { isBusy, current, failure, run, upload };
}
