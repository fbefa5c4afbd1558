import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { useRuleTexts } from './rule-texts.ts';
import type { RuleValues } from './rule-values.ts';

/** How often a coupon can be used, and by whom. */
export function CouponFields({ form }: { readonly form: PageForm<RuleValues> }) {
  const texts = useRuleTexts();
  return (
    <>
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
    </>
  );
}
