import { Text } from '@mantine/core';
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

/** Says what a step does to an item, and takes it. */
export function ItemStepDialog({ kind, item: { id, name }, step, onClose }: ItemStepDialogProps) {
  const texts = useProductTexts();
  const form = usePageForm({});
  const refresh = useFreshItem(kind, id);
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async () => {
    const path = { id };
    if (step === 'publish' || step === 'withdraw') {
      const body = { purchasable: step === 'publish' };
      await answer(api.PATCH(`/api/${kind}/{id}`, { params: { path }, body }));
    } else {
      const params = { path, header: { 'idempotency-key': idempotencyKey } };
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
          return undefined;
        }}
      >
        <Text size="sm">{texts.stepText[step]}</Text>
      </DataForm>
    </Dialog>
  );
}
