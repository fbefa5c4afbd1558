import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';

export type RuleKind = 'discounts' | 'offers' | 'promotions' | 'coupons';
/** Off and on again. */
export type RuleStep = 'archive' | 'restore';

interface RuleStepDialogProps {
  readonly kind: RuleKind;
  readonly step: RuleStep;
  readonly rule: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Says what switching a rule off or on does, and does it. */
export function RuleStepDialog({ kind, step, rule: { id, name }, onClose }: RuleStepDialogProps) {
  const texts = useRuleTexts();
  const form = usePageForm({});
  const refresh = useFreshRules();
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async () => {
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST(`/api/${kind}/{id}/${step}`, { params }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.stepOf[step](name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        isDangerous={step === 'archive'}
        explain={renewAfter}
      >
        <Text size="sm">{texts.stepText[kind][step]}</Text>
      </DataForm>
    </Dialog>
  );
}
