import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { Facts } from '../parts/facts.tsx';
import { saveText } from '../parts/save-text.ts';
import { Section } from '../parts/section.tsx';
import { csvOf } from '../reports/csv.ts';
import { useImportTexts } from './import-texts.ts';
import type { RefusedLine } from './run-import.ts';
import { type ImportJob, type ImportRun, useImportRun } from './use-import-run.ts';
import classes from './run-section.module.css';

/** The dry run and then the import itself, each with its progress and what it did. */
export function RunSection({ onBusy, ...job }: ImportJob & { readonly onBusy: (isBusy: boolean) => void }) {
  const texts = useImportTexts();
  const { run, start, stop } = useImportRun(job);
  const isBusy = run?.isBusy === true;
  useEffect(() => {
    onBusy(isBusy);
    return () => {
      onBusy(false);
    };
  }, [isBusy, onBusy]);
  const hasEnded = run !== undefined && !run.isBusy && !run.isStopped;
  const storable = run === undefined ? 0 : run.progress.created + run.progress.updated;
  return (
    <Section title={texts.check}>
      <Text size="sm">{texts.checkText}</Text>
      {run === undefined ? null : <RunState run={run} all={job.file.entries} />}
      <div className={classes.actions}>
        {isBusy ? (
          <Button variant="default" onClick={stop}>
            {texts.stop}
          </Button>
        ) : (
          <>
            {run?.isStopped === true ? (
              <Button onClick={() => void start(run.isDryRun, run.progress)}>{texts.goOn}</Button>
            ) : null}
            {hasEnded && run.isDryRun && storable > 0 ? (
              <Button onClick={() => void start(false)}>{texts.apply(storable)}</Button>
            ) : null}
            <Button {...(run !== undefined && { variant: 'default' })} onClick={() => void start(true)}>
              {run === undefined ? texts.dryRun : texts.again}
            </Button>
          </>
        )}
      </div>
      {run === undefined || run.progress.refused.length === 0 ? null : (
        <RefusedLines {...job} refused={run.progress.refused} />
      )}
    </Section>
  );
}

function RunState({ run, all }: { readonly run: ImportRun; readonly all: number }) {
  const texts = useImportTexts();
  const { isDryRun, isBusy, isStopped, failure, progress } = run;
  const { entries, created, updated, exists, refused } = progress;
  const done = texts.progress(entries, all);
  return (
    <>
      <Text fw={600} mt="sm" component="output" display="block">
        {isDryRun ? texts.dryResult : texts.result}: {done}
      </Text>
      {isBusy ? (
        <>
          <progress className={classes.progress} max={all} value={entries} aria-label={done} />
          {isDryRun ? null : <Text size="sm">{texts.keepOpen}</Text>}
        </>
      ) : null}
      {failure === undefined || failure === '' ? null : <ErrorLine key={failure}>{failure}</ErrorLine>}
      {isStopped ? <Text size="sm">{texts.stopped(entries)}</Text> : null}
      <Facts
        rows={[
          { name: isDryRun ? texts.wouldCreate : texts.created, value: String(created) },
          { name: isDryRun ? texts.wouldUpdate : texts.updated, value: updated === 0 ? '' : String(updated) },
          { name: texts.exist, value: String(exists) },
          { name: texts.refused, value: String(refused.length) },
        ]}
      />
    </>
  );
}

const MOST_LINES = 200;

function RefusedLines({ kind, file, refused }: ImportJob & { readonly refused: readonly RefusedLine[] }) {
  const texts = useImportTexts();
  const save = () => {
    const names = file.list?.columns.map(({ name }) => name) ?? [];
    const rows = refused.map(({ line, issues, cells }) => [line, issues.join(' '), ...cells]);
    saveText(`${kind}-refused.csv`, csvOf([texts.line, texts.issues, ...names], rows));
  };
  const rest = refused.length - MOST_LINES;
  return (
    <>
      <Text size="sm">{texts.rest}</Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard. */}
      <div className={classes.surface} tabIndex={0}>
        <table className={classes.table} aria-label={texts.refusedLines}>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              <th scope="col">{texts.issues}</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, MOST_LINES).map(({ line, issues }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{issues.join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 ? <Text size="sm">{texts.more(rest)}</Text> : null}
      <div className={classes.actions}>
        <Button variant="default" size="xs" onClick={save}>
          {texts.download}
        </Button>
      </div>
    </>
  );
}
