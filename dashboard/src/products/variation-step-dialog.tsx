import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { useFreshItem, type Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

interface VariationStepDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly variation: Pick<Variation, 'id' | 'name'>;
  readonly step: 'archive' | 'restore';
  readonly onClose: () => void;
}

/** Says what putting a way to buy away, or bringing it back, does, and does it. */
export function VariationStepDialog({ kind, itemId, variation, step, onClose }: VariationStepDialogProps) {
  const texts = useProductTexts();
  const form = usePageForm({});
  const refresh = useFreshItem(kind, itemId);
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async () => {
    const path = { id: itemId, variationId: variation.id };
    const params = { path, header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST(`/api/${kind}/{id}/variations/{variationId}/${step}`, { params }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.stepTitle[step](variation.name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        isDangerous={step === 'archive'}
        explain={renewAfter}
      >
        <Text size="sm">{texts.variationStepText[step]}</Text>
      </DataForm>
    </Dialog>
  );
}
