import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { RuleFields } from './rule-fields.tsx';
import { useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';
import { NO_RULE, ruleFieldNames, ruleIn, type RuleValues } from './rule-values.ts';

/** Adds a coupon, and leads to its page: nobody can use it before it has a code, and there its price can be tried. */
export function CouponDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRuleTexts();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const refresh = useFreshRules();
  const navigate = useNavigate();
  const form = usePageForm<RuleValues>({
    ...NO_RULE,
    maxUses: '',
    maxUsesPerCustomer: '',
    firstPurchaseOnly: false,
  });
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: RuleValues) => {
    const body = {
      ...ruleIn(values, currencies),
      maxUses: countIn(values['maxUses']),
      maxUsesPerCustomer: countIn(values['maxUsesPerCustomer']),
      firstPurchaseOnly: values['firstPurchaseOnly'] === true,
    };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const { id } = await answer(api.POST('/api/coupons', { params, body }));
    void refresh();
    await navigate({ to: '/coupons/$couponId', params: { couponId: id } });
  };
  return (
    <Dialog title={texts.addCoupon} onClose={onClose}>
      <DataForm
        form={form}
        fields={[...ruleFieldNames(currencies), 'maxUses', 'maxUsesPerCustomer', 'firstPurchaseOnly']}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <RuleFields form={form} currencies={currencies} />
        <TextInput
          inputMode="numeric"
          label={texts.maxUses}
          description={texts.noLimit}
          {...form.getInputProps('maxUses')}
        />
        <TextInput
          inputMode="numeric"
          label={texts.maxUsesPerCustomer}
          description={texts.noLimit}
          {...form.getInputProps('maxUsesPerCustomer')}
        />
        <CheckField
          label={texts.firstPurchaseOnly}
          {...form.getInputProps('firstPurchaseOnly', { type: 'checkbox' })}
        />
      </DataForm>
    </Dialog>
  );
}

/** A limit as typed; null for none. The API refuses what is no number. */
function countIn(text: string | boolean | undefined): number | null {
  return typeof text !== 'string' || text.trim() === '' ? null : Number(text);
}
