import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { type CouponCode, useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';

interface CodeDialogProps {
  readonly couponId: string;
  /** A code of one's own, some that are generated, or one that is no longer valid. */
  readonly task: 'add' | 'generate' | CouponCode;
  readonly onClose: () => void;
}

/** Adds codes to a coupon, or revokes one. */
export function CodeDialog({ couponId, task, onClose }: CodeDialogProps) {
  const texts = useRuleTexts();
  const refresh = useFreshRules();
  const form = usePageForm({ code: '', quantity: '100' });
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const header = { 'idempotency-key': idempotencyKey };
  const params = { path: { id: couponId }, header };
  const send = async ({ code, quantity }: typeof form.values) => {
    if (task === 'add') {
      await answer(api.POST('/api/coupons/{id}/codes', { params, body: { code: code.trim() } }));
    } else if (task === 'generate') {
      await answer(api.POST('/api/coupons/{id}/batches', { params, body: { quantity: Number(quantity) } }));
    } else {
      const path = { id: couponId, codeId: task.id };
      await answer(api.POST('/api/coupons/{id}/codes/{codeId}/revoke', { params: { path, header } }));
    }
    await refresh();
    onClose();
  };
  const title = typeof task === 'string' ? texts.codeTasks[task] : texts.revokeOf(task.code);
  return (
    <Dialog title={title} onClose={onClose}>
      <DataForm
        form={form}
        fields={['code', 'quantity']}
        submitLabel={typeof task === 'string' ? texts.addSubmit : texts.revoke}
        send={send}
        onCancel={onClose}
        isDangerous={typeof task !== 'string'}
        explain={renewAfter}
      >
        {task === 'add' ? (
          <TextInput
            label={texts.code}
            description={texts.codeText}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        ) : task === 'generate' ? (
          <TextInput
            inputMode="numeric"
            label={texts.quantity}
            description={texts.quantityText}
            {...form.getInputProps('quantity')}
          />
        ) : (
          <Text size="sm">{texts.revokeText}</Text>
        )}
      </DataForm>
    </Dialog>
  );
}
