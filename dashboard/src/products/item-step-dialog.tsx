import { Text } from '@mantine/core';
import { useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { type ItemProps, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

/** Something that is done with an item, and needs nothing but a yes. */
export type ItemStep = 'publish' | 'withdraw' | 'archive' | 'restore';

interface ItemStepDialogProps extends ItemProps {
  readonly step: ItemStep;
  readonly onClose: () => void;
}

/** Says what a step does to an item, and takes it. A product that is in bundles takes them off sale with it, if asked. */
export function ItemStepDialog({ kind, item: { id, name }, step, onClose }: ItemStepDialogProps) {
  const texts = useProductTexts();
  const form = usePageForm({ isForced: false });
  const refresh = useFreshItem(kind, id);
  const [isInBundles, setIsInBundles] = useState(false);
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ isForced }: typeof form.values) => {
    const path = { id };
    if (step === 'publish' || step === 'withdraw') {
      const body = { purchasable: step === 'publish' };
      await answer(api.PATCH(`/api/${kind}/{id}`, { params: { path }, body }));
    } else {
      const query = isForced ? { force: true } : {};
      const params = { path, query, header: { 'idempotency-key': idempotencyKey } };
      await answer(api.POST(`/api/${kind}/{id}/${step}`, { params }));
    }
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.stepTitle[step](name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        isDangerous={step === 'archive'}
        explain={(failure) => {
          renewAfter(failure);
          if (failure.errorType !== 'ProductInBundles') return undefined;
          setIsInBundles(true);
          return texts.inBundles;
        }}
      >
        <Text size="sm">{texts.stepText[step]}</Text>
        {isInBundles ? (
          <CheckField label={texts.withBundles} {...form.getInputProps('isForced', { type: 'checkbox' })} />
        ) : null}
      </DataForm>
    </Dialog>
  );
}
