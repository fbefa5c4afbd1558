import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { StepDialog } from '../form/step-dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { mayDo, useSession } from '../session/session.ts';
import notes from './customer-notes.module.css';
import { notesQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

type Note = components['schemas']['CustomerNote'];

/** What the team wrote down about a customer, and a way to write more. */
export function CustomerNotes({ customerId }: { readonly customerId: string }) {
  const texts = useCustomerTexts();
  const mayWrite = mayDo(useSession(), 'customers:write');
  const [task, setTask] = useState<Note | 'add'>();
  const close = () => {
    setTask(undefined);
  };
  return (
    <Section
      title={texts.notes}
      aside={
        mayWrite ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => {
              setTask('add');
            }}
          >
            {texts.addNote}
          </Button>
        ) : null
      }
    >
      <ShortList query={useQuery(notesQuery(customerId))} empty={texts.noNotes}>
        {(note) => (
          <li key={note.id} className={classes.row}>
            <span className={notes.text}>{note.text}</span>
            <span>{note.author.name}</span>
            <Moment at={note.createdAt} />
            {mayWrite ? (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => {
                  setTask(note);
                }}
              >
                {texts.removeNote}
              </Button>
            ) : null}
          </li>
        )}
      </ShortList>
      {task === 'add' ? <AddDialog customerId={customerId} onClose={close} /> : null}
      {task === undefined || task === 'add' ? null : (
        <StepDialog
          title={texts.removeNoteTitle}
          text={task.text}
          submitLabel={texts.removeNote}
          isDangerous
          send={() => {
            const params = { path: { idOrEmail: customerId, noteId: task.id } };
            return done(api.DELETE('/api/customers/{idOrEmail}/notes/{noteId}', { params }));
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}

function AddDialog({ customerId, onClose }: { readonly customerId: string; readonly onClose: () => void }) {
  const texts = useCustomerTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ text: '' });
  // However often it is sent, there is one note.
  const { key, renewAfter } = useIdempotencyKey();
  const send = async ({ text }: typeof form.values) => {
    if (text.trim() === '') {
      showErrors(form, { text: texts.noteMissing });
      return;
    }
    const params = { path: { idOrEmail: customerId }, header: { 'idempotency-key': key } };
    await answer(api.POST('/api/customers/{idOrEmail}/notes', { params, body: { text } }));
    await queryClient.invalidateQueries({ queryKey: ['customer', customerId] });
    onClose();
  };
  return (
    <Dialog title={texts.addNote} onClose={onClose}>
      <DataForm
        form={form}
        fields={['text']}
        submitLabel={texts.saveNote}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Textarea label={texts.note} rows={4} {...form.getInputProps('text')} />
      </DataForm>
    </Dialog>
  );
}
