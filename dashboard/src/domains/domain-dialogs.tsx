import '@latchkey/ui/fields/fields.css';
import type { Refusal } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { domainsQuery } from './domain-queries.ts';
import { useDomainTexts } from './domain-texts.ts';

/** The number of devices as typed, if the field was asked for. */
function confirmation(devices: string): { readonly confirm?: number } {
  const count = Number(devices.trim());
  return devices.trim() !== '' && Number.isInteger(count) ? { confirm: count } : {};
}

/** Explains refusals of a change of domains; `asks` when devices would reach another account. */
function useRefusals(): {
  readonly asks: boolean;
  readonly explain: (failure: Refusal) => string | undefined;
} {
  const texts = useDomainTexts();
  const [asks, setAsks] = useState(false);
  const explain = (failure: Refusal) => {
    if (failure.errorType === 'OperatorOnly') return texts.operatorOnly;
    if (failure.errorType !== 'DevicesAffected') return undefined;
    setAsks(true);
    return `${texts.devices} ${failure.detail ?? ''}`.trim();
  };
  return { asks, explain };
}

/** Lets a domain lead to the account. */
export function AddDomainDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useDomainTexts();
  const queryClient = useQueryClient();
  const { asks, explain } = useRefusals();
  const form = usePageForm({ domain: '', devices: '', isFirst: false });
  const send = async ({ domain, devices, isFirst }: typeof form.values) => {
    const body = { domain: domain.trim(), first: isFirst, ...confirmation(devices) };
    await answer(api.POST('/api/settings/domains', { body }));
    await queryClient.invalidateQueries(domainsQuery);
    onClose();
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <DataForm
        form={form}
        fields={['domain']}
        submitLabel={texts.addSubmit}
        send={send}
        explain={explain}
        onCancel={onClose}
      >
        <TextInput
          label={texts.domain}
          placeholder="licenses.example.com"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('domain')}
        />
        <CheckField label={texts.useForLinks} {...form.getInputProps('isFirst', { type: 'checkbox' })} />
        <Text size="sm" c="dimmed">
          {texts.addText}
        </Text>
        {asks ? (
          <TextInput
            label={texts.deviceCount}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('devices')}
          />
        ) : null}
      </DataForm>
    </Dialog>
  );
}

interface RemoveDomainProps {
  readonly domain: string;
  readonly onClose: () => void;
}

/** Takes a domain from the account after saying what stops working. */
export function RemoveDomainDialog({ domain, onClose }: RemoveDomainProps) {
  const texts = useDomainTexts();
  const queryClient = useQueryClient();
  const { asks, explain } = useRefusals();
  const form = usePageForm({ devices: '' });
  const send = async ({ devices }: typeof form.values) => {
    const params = { path: { domain }, query: confirmation(devices) };
    await answer(api.DELETE('/api/settings/domains/{domain}', { params }));
    await queryClient.invalidateQueries(domainsQuery);
    onClose();
  };
  return (
    <Dialog title={texts.removeOf(domain)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts.remove}
        send={send}
        explain={explain}
        onCancel={onClose}
        isDangerous
      >
        <Text size="sm">{texts.removeText}</Text>
        {asks ? (
          <TextInput
            label={texts.deviceCount}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('devices')}
          />
        ) : null}
      </DataForm>
    </Dialog>
  );
}
