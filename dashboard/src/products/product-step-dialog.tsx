import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { type Product, useFreshProduct } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

/** Something that is done with a product, and needs nothing but a yes. */
export type ProductStep = 'publish' | 'withdraw' | 'archive' | 'restore';

interface ProductStepDialogProps {
  readonly product: Product;
  readonly step: ProductStep;
  readonly onClose: () => void;
}

/** Says what a step does to a product, and takes it. */
export function ProductStepDialog({ product: { id, name }, step, onClose }: ProductStepDialogProps) {
  const texts = useProductTexts();
  const form = usePageForm({});
  const refresh = useFreshProduct(id);
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async () => {
    const path = { id };
    if (step === 'publish' || step === 'withdraw') {
      const body = { purchasable: step === 'publish' };
      await answer(api.PATCH('/api/products/{id}', { params: { path }, body }));
    } else {
      const params = { path, header: { 'idempotency-key': idempotencyKey } };
      await answer(api.POST(`/api/products/{id}/${step}`, { params }));
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
