import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Button, List, Text, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/List.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useCustomerTexts } from './customer-texts.ts';

interface MergeDialogProps {
  readonly customer: components['schemas']['Customer'];
  readonly onClose: () => void;
}

interface Preview {
  /** As it was typed: another one needs another look. */
  readonly email: string;
  readonly from: components['schemas']['Customer'];
  readonly moved: components['schemas']['MovedThings'] | undefined;
  /** The other customer is asked first. */
  readonly isAsked: boolean;
}

/** Merges another customer into this one: it first shows what moves, and then does it, or asks the other one. */
export function MergeDialog({ customer, onClose }: MergeDialogProps) {
  const { id, name, email: ownEmail } = customer;
  const texts = useCustomerTexts();
  const { actions } = useTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ email: '', reason: '' });
  // However often it is sent, it happens once.
  const { key, renewAfter } = useIdempotencyKey();
  const [preview, setPreview] = useState<Preview>();
  const [recipient, setRecipient] = useState<string>();
  const isShown = preview?.email === form.values.email;
  const look = async ({ email, reason }: typeof form.values) => {
    const path = { idOrEmail: email.trim() };
    const from = await answer(api.GET('/api/customers/{idOrEmail}', { params: { path } }));
    const body = { from: from.id, reason, dryRun: true };
    const params = { path: { idOrEmail: id } };
    const { state, moved } = await answer(api.POST('/api/customers/{idOrEmail}/merge', { params, body }));
    setPreview({ email, from, moved, isAsked: state === 'Asked' });
  };
  const send = async (values: typeof form.values) => {
    if (preview?.email !== values.email) return look(values);
    const params = { path: { idOrEmail: id }, header: { 'idempotency-key': key } };
    const body = { from: preview.from.id, reason: values.reason };
    const { state } = await answer(api.POST('/api/customers/{idOrEmail}/merge', { params, body }));
    await queryClient.invalidateQueries();
    if (state === 'Asked') setRecipient(preview.from.email);
    else onClose();
  };
  const title = texts.mergeTitle(name ?? ownEmail);
  if (recipient !== undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <Text component="output">{texts.mergeAsked(recipient)}</Text>
        <Button onClick={onClose}>{actions.close}</Button>
      </Dialog>
    );
  const submitLabel = preview?.isAsked === true ? texts.mergeAsk : texts.mergeSubmit;
  return (
    <Dialog title={title} onClose={onClose}>
      <DataForm
        form={form}
        fields={['email', 'reason']}
        submitLabel={isShown ? submitLabel : texts.mergeLook}
        send={send}
        onCancel={onClose}
        isDangerous={isShown}
        explain={(failure) => {
          renewAfter(failure);
          if (failure.errorType === 'MergeRefused') return texts.mergeRefused(ownEmail);
          return failure.status === 404 ? texts.mergeUnknown : undefined;
        }}
      >
        <Text size="sm">{texts.mergeText}</Text>
        <TextInput
          type="email"
          label={texts.mergeEmail}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <Textarea label={texts.mergeReason} rows={2} {...form.getInputProps('reason')} />
        {isShown ? (
          <output>
            <Text size="sm">{texts.mergeMoves(preview.from.name ?? preview.from.email)}</Text>
            <List size="sm">
              {preview.isAsked ? <List.Item fw={600}>{texts.mergeAsks}</List.Item> : null}
              {preview.moved && <List.Item>{texts.mergeCounts(preview.moved)}</List.Item>}
              {texts.mergeEffects.map((effect) => (
                <List.Item key={effect}>{effect}</List.Item>
              ))}
            </List>
          </output>
        ) : null}
      </DataForm>
    </Dialog>
  );
}
