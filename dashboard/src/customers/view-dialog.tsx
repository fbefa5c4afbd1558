import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useCustomerTexts } from './customer-texts.ts';

interface ViewDialogProps {
  readonly customer: components['schemas']['Customer'];
  readonly onClose: () => void;
}

/** Asks why, and then leads to the account of a customer as they see it, in another tab. */
export function ViewDialog({ customer: { id, name, email }, onClose }: ViewDialogProps) {
  const texts = useCustomerTexts();
  const form = usePageForm({ reason: '' });
  const [url, setUrl] = useState<string>();
  const send = async (body: typeof form.values) => {
    const params = { path: { idOrEmail: id } };
    setUrl((await answer(api.POST('/api/customers/{idOrEmail}/view', { params, body }))).url);
  };
  const title = texts.viewTitle(name ?? email);
  if (url !== undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <Text component="output">{texts.viewReady}</Text>
        <Button component="a" href={url} target="_blank" rel="noreferrer" onClick={onClose}>
          {texts.viewOpen}
        </Button>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <DataForm form={form} fields={['reason']} submitLabel={texts.viewSubmit} send={send} onCancel={onClose}>
        <Text size="sm">{texts.viewText}</Text>
        <Textarea label={texts.viewReason} rows={2} {...form.getInputProps('reason')} />
      </DataForm>
    </Dialog>
  );
}
