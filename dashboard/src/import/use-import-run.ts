import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { sendLines } from '../api/client.ts';
import type { ImportFile } from './import-file.ts';
import type { ImportKind } from '../session/import-scopes.ts';
import { useImportTexts } from './import-texts.ts';
import { type ImportProgress, ImportStopped, NOTHING_YET, runImport } from './run-import.ts';

/** What is imported, and how its columns are read. */
export interface ImportJob {
  readonly kind: ImportKind;
  readonly file: ImportFile;
  readonly mapping: string | undefined;
}

/** A run with its state: it has ended when it is neither `isBusy` nor `isStopped`. */
export interface ImportRun {
  readonly isDryRun: boolean;
  readonly isBusy: boolean;
  readonly isStopped: boolean;
  readonly progress: ImportProgress;
  /** Why it stopped. */
  readonly failure?: string | undefined;
}

/** A part with many passwords to hash takes its time. */
const PART_TIMEOUT_MILLISECONDS = 300_000;

/** Runs an import, dry or not, stops it, and continues where it ended. */
export function useImportRun({ kind, file, mapping }: ImportJob) {
  const texts = useImportTexts();
  const { failure: failureTexts } = useSharedTexts();
  const [run, setRun] = useState<ImportRun>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const send = async (lines: string, isDryRun: boolean, signal: AbortSignal) => {
    const query = new URLSearchParams({
      dryRun: String(isDryRun),
      ...(mapping !== undefined && { mapping }),
    });
    return sendLines(`/api/import/${kind}?${String(query)}`, lines, {
      // With a key, the API refuses what a repeated part would store twice.
      idempotencyKey: crypto.randomUUID(),
      signal,
      timeoutMilliseconds: PART_TIMEOUT_MILLISECONDS,
    });
  };
  const start = async (isDryRun: boolean, from: ImportProgress = NOTHING_YET) => {
    const own = new AbortController();
    controller.current = own;
    let progress = from;
    setRun({ isDryRun, isBusy: true, isStopped: false, progress });
    const stop = (failure?: string) => {
      setRun({ isDryRun, isBusy: false, isStopped: true, progress, failure });
    };
    try {
      await runImport(file, from, {
        send: (lines) => send(lines, isDryRun, own.signal),
        onProgress: (next) => {
          progress = next;
          setRun({ isDryRun, isBusy: true, isStopped: false, progress });
        },
        texts,
      });
      setRun({ isDryRun, isBusy: false, isStopped: false, progress });
    } catch (error) {
      if (own.signal.aborted) return stop();
      if (!(error instanceof Error)) throw error;
      if (error instanceof ImportStopped) return stop(error.message);
      const { title, text } = failureMessage(error, failureTexts);
      stop(`${title}. ${text}`);
    }
  };
  return { run, start, stop: () => controller.current?.abort() };
}
