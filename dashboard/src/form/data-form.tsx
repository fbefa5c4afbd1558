import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isProblem, Refusal } from '@latchkey/sdk';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { sortRefusal } from '@latchkey/ui/fields/form-messages.ts';
import { type PageForm, showErrors } from '@latchkey/ui/fields/page-form.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './data-form.module.css';
import { ConflictNotice } from './conflict-notice.tsx';
import { useFailureLine } from '../failures/failure-line.ts';
import { issueWords } from './issue-words.ts';
import { withListErrors } from './list-errors.ts';
import type { Conflict } from './use-revision.ts';

interface DataFormProps<Values> {
  readonly form: PageForm<Values>;
  /** The names of the fields, in the order of the page. */
  readonly fields: readonly string[];
  readonly submitLabel: string;
  /** Sends the values; a refusal is shown at the fields that it is about. */
  readonly send: (values: Values) => Promise<void>;
  /** Sentences of the page in place of those of the API, by field. */
  readonly sentences?: Readonly<Record<string, string | undefined>> | undefined;
  /** A sentence of the page for a refusal that is about no field. */
  readonly explain?: (failure: Refusal) => string | undefined;
  /** Leaves the form, which is in a dialog. */
  readonly onCancel?: () => void;
  /** What to do when somebody else changed the same meanwhile; absent: the form is about nothing that was read. */
  readonly conflict?: Conflict;
  /** What it does takes something away. */
  readonly isDangerous?: boolean;
  /** It sends several requests, of which some may succeed; or it changes nothing, such as a sign-in. */
  readonly outcome?: 'partial' | 'none';
  readonly children: ReactNode;
}

/**
 * A form that shows the issues of the API at their fields, and what is about none of them above the button. While it
 * sends, it cannot be sent again; what was typed stays.
 */
export function DataForm<Values>({
  form,
  fields,
  submitLabel,
  send,
  sentences,
  explain,
  onCancel,
  conflict,
  isDangerous = false,
  outcome,
  children,
}: DataFormProps<Values>) {
  const shared = useSharedTexts();
  const { actions, problems, issues } = useTexts();
  const lineOf = useFailureLine();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isStale, setIsStale] = useState(false);
  const refuse = (error: unknown) => {
    if (!(error instanceof Error)) throw error;
    if (conflict !== undefined && isProblem(error, 'StaleRevision')) return setIsStale(true);
    const own = error instanceof Refusal ? (explain?.(error) ?? problems[error.errorType ?? '']) : undefined;
    if (own !== undefined) return setFailure(lineOf(error, { own, outcome }));
    const errors = error instanceof Refusal ? withListErrors(error.errors) : {};
    const { beside, apart } = sortRefusal(errors, fields, {
      refused: (sentence) => issueWords(sentence, issues) ?? shared.form.refused(sentence),
    });
    showErrors(form, withSentences(beside, sentences));
    if (Object.keys(beside).length === 0)
      setFailure(lineOf(error, { outcome, ...(apart.length > 0 && { own: apart.join(' ') }) }));
    else if (apart.length > 0) setFailure(apart.join(' '));
  };
  const submit = async (values: Values) => {
    setIsBusy(true);
    setFailure(undefined);
    setIsStale(false);
    try {
      await send(values);
    } catch (error) {
      refuse(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
      {children}
      <div className={classes.foot}>
        {failure === undefined ? null : <ErrorLine key={failure}>{failure}</ErrorLine>}
        {isStale && conflict !== undefined ? (
          <ConflictNotice
            change={conflict.change}
            onReload={() => {
              conflict.reload().then(() => {
                setIsStale(false);
              }, refuse);
            }}
            onOverwrite={() => {
              conflict.force();
              void submit(form.getValues());
            }}
          />
        ) : null}
        <div className={onCancel === undefined ? classes.single : classes.actions}>
          {onCancel === undefined ? null : (
            <Button variant="default" onClick={onCancel}>
              {actions.cancel}
            </Button>
          )}
          <Button type="submit" loading={isBusy} {...(isDangerous && { color: 'red.8' })}>
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The same messages by field, in the words of the page where it has some. */
function withSentences(
  messages: Readonly<Record<string, string>>,
  sentences: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, sentences[name] ?? message]),
  );
}
