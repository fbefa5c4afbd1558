import { Text } from '@mantine/core';
import { useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useFreshBatch, type VoucherBatch } from './voucher-queries.ts';
import { useVoucherTexts } from './voucher-texts.ts';

interface BatchStepDialogProps {
  readonly batch: VoucherBatch;
  readonly onClose: () => void;
}

/** Takes a batch back that somebody has not paid for, or undoes that. */
export function BatchStepDialog({
  batch: { id, name, status, redeemed = 0, quantity },
  onClose,
}: BatchStepDialogProps) {
  const texts = useVoucherTexts();
  const form = usePageForm({ revokesLicenses: false });
  const refresh = useFreshBatch(id);
  // It stays what it was opened for while the batch behind it is read again.
  const [isTakingBack] = useState(status !== 'Revoked');
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ revokesLicenses }: typeof form.values) => {
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    if (isTakingBack) {
      const query = { licenses: revokesLicenses ? ('Revoke' as const) : ('Keep' as const) };
      await answer(api.POST('/api/vouchers/batches/{id}/revoke', { params: { ...params, query } }));
    } else await answer(api.POST('/api/vouchers/batches/{id}/restore', { params }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={isTakingBack ? texts.takeBackTitle(name) : texts.restoreTitle(name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={isTakingBack ? texts.takeBack : texts.restore}
        send={send}
        onCancel={onClose}
        isDangerous={isTakingBack}
        explain={renewAfter}
      >
        <Text size="sm">{isTakingBack ? texts.takeBackText(quantity - redeemed) : texts.restoreText}</Text>
        {isTakingBack && redeemed > 0 ? (
          <CheckField
            label={texts.revokesLicenses(redeemed)}
            description={texts.revokesLicensesText}
            {...form.getInputProps('revokesLicenses', { type: 'checkbox' })}
          />
        ) : null}
      </DataForm>
    </Dialog>
  );
}
