import '@latchkey/ui/fields/fields.css';
import { Button, Text, TextInput } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { oneOf } from '../list/filter-search.ts';
import type { LicenseFilters } from './license-queries.ts';
import { useLicenseTexts } from './license-texts.ts';
import classes from './many-dialog.module.css';
import { ManyOutcome } from './many-outcome.tsx';
import { MessageForm } from './message-form.tsx';
import {
  changeLicenses,
  type ManyRun,
  MOST_LICENSES,
  newRun,
  NOTHING_DONE,
  readMatches,
  runAfter,
} from './many-licenses.ts';

interface ManyDialogProps {
  /** Changes the licenses, or writes to their holders. */
  readonly task: 'Change' | 'Message';
  readonly filters: LicenseFilters;
  /** The licenses that somebody chose; absent: all that the filters match. */
  readonly selectedIds?: readonly string[];
  readonly onClose: () => void;
}

/** Does something with the licenses that somebody chose, or with all that filters match: says how many these are before, and what became of them afterwards. */
export function ManyDialog({ task, filters, selectedIds, onClose }: ManyDialogProps) {
  const texts = useLicenseTexts();
  const [first] = useState(filters);
  const [count, setCount] = useState(0);
  // The licenses of the filters when the dialog opens: later ones are not changed.
  const query = useQuery({
    queryKey: ['matching-licenses', first],
    queryFn: ({ signal }) => readMatches(first, { signal, onCount: setCount }),
    enabled: selectedIds === undefined,
    gcTime: 0,
    staleTime: Infinity,
  });
  const ids = selectedIds ?? query.data;
  const Form = task === 'Change' ? ManyForm : MessageForm;
  const title = selectedIds === undefined ? texts.many : texts.manyChosen;
  return (
    <Dialog title={task === 'Change' ? title : texts.message} onClose={onClose}>
      {query.error !== null ? (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      ) : ids === undefined ? (
        <Text size="sm" component="output">
          {texts.counting(count)}
        </Text>
      ) : ids.length === 0 || ids.length > MOST_LICENSES ? (
        <Text size="sm">{ids.length === 0 ? texts.noneMatches : texts.tooMany(MOST_LICENSES)}</Text>
      ) : (
        <Form
          ids={ids}
          text={selectedIds === undefined ? texts.matching(ids.length) : texts.chosen(ids.length)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const ACTIONS = ['Extend', 'Reissue', 'Transfer', 'Revoke', 'Restore'] as const;

const EMPTY = { action: 'Extend', day: '', email: '', releaseDevices: false, reason: '' };

interface ManyFormProps {
  readonly ids: readonly string[];
  /** Says which and how many these are. */
  readonly text: string;
  readonly onClose: () => void;
}

function ManyForm({ ids, text, onClose }: ManyFormProps) {
  const texts = useLicenseTexts();
  const queryClient = useQueryClient();
  const form = usePageForm(EMPTY);
  const ending = useRef<AbortController>(undefined);
  // Once it has begun, the change stays what it is: the licenses that are done do not change with it.
  const [run, setRun] = useState<ManyRun>();
  const [isSending, setIsSending] = useState(false);
  const [isDone, setIsDone] = useState(false);
  useEffect(
    () => () => {
      ending.current?.abort();
    },
    [],
  );
  const action = oneOf(ACTIONS, form.values.action) ?? 'Extend';
  const send = async (values: typeof form.values) => {
    if (action === 'Extend' && values.day === '') {
      showErrors(form, { day: texts.endDayShape });
      return;
    }
    let current = run ?? newRun(changeOf(action, values));
    ending.current = new AbortController();
    const { signal } = ending.current;
    const onProgress = (progress: ManyRun['progress']) => {
      current = { ...current, progress };
      setRun(current);
    };
    setRun(current);
    setIsSending(true);
    try {
      await changeLicenses(ids, current, { signal, onProgress });
      setIsDone(true);
    } catch (error) {
      if (error instanceof Refusal) setRun(runAfter(current, error));
      throw error;
    } finally {
      setIsSending(false);
      await queryClient.invalidateQueries({ queryKey: ['licenses'] });
    }
  };
  const progress = run?.progress ?? NOTHING_DONE;
  if (isDone)
    return <ManyOutcome progress={progress} all={ids.length} text={texts.manyDone} onClose={onClose} />;
  return (
    <DataForm
      form={form}
      fields={['action', 'day', 'email', 'releaseDevices', 'reason']}
      submitLabel={texts.start(texts.actions[action], ids.length - progress.done)}
      send={send}
      onCancel={onClose}
      isDangerous={action === 'Revoke'}
    >
      <Text size="sm">{text}</Text>
      <fieldset disabled={run !== undefined} className={classes.fields}>
        <SelectField
          label={texts.action}
          options={ACTIONS.map((value) => ({ value, label: texts.actions[value] }))}
          {...form.getInputProps('action')}
        />
        <Text size="sm">{texts.manyText[action]}</Text>
        {action === 'Extend' ? (
          <TextInput type="date" label={texts.endDay} {...form.getInputProps('day')} />
        ) : null}
        {action === 'Transfer' ? (
          <TextInput type="email" label={texts.newOwner} {...form.getInputProps('email')} />
        ) : null}
        {action === 'Reissue' ? (
          <CheckField
            label={texts.releaseAllDevices}
            description={texts.releaseDevicesText}
            {...form.getInputProps('releaseDevices', { type: 'checkbox' })}
          />
        ) : null}
        <ReasonField form={form} isRequired={action === 'Extend'} />
      </fieldset>
      {run === undefined ? null : (
        <>
          <progress max={ids.length} value={progress.done} aria-label={texts.many} />
          <Text size="sm" component="output">
            {texts.progress(progress.done, ids.length)}
          </Text>
        </>
      )}
      {isSending ? (
        <Button
          variant="default"
          onClick={() => {
            ending.current?.abort();
          }}
        >
          {texts.stop}
        </Button>
      ) : run === undefined ? null : (
        <Text size="sm">{texts.goesOn}</Text>
      )}
    </DataForm>
  );
}

function changeOf(
  action: (typeof ACTIONS)[number],
  { day, email, releaseDevices, reason }: typeof EMPTY,
): ManyRun['change'] {
  return {
    action,
    ...(action === 'Extend' && { expiresAt: `${day}T23:59:59.999Z` }),
    ...(action === 'Transfer' && { email: email.trim() }),
    ...(action === 'Reissue' && { releaseDevices }),
    ...reasonIn({ reason }),
  };
}
