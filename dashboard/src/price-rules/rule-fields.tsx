import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { ItemChecks } from '../form/item-checks.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import { useRuleTexts } from './rule-texts.ts';
import type { RuleValues } from './rule-values.ts';
import { useItems } from './use-items.ts';

interface RuleFieldsProps {
  readonly form: PageForm<RuleValues>;
  readonly currencies: readonly string[];
}

/** What a rule takes off, of what, and when. One that exists may be about several items. */
export function RuleFields({
  form,
  currencies,
  isNew = true,
}: RuleFieldsProps & { readonly isNew?: boolean }) {
  const texts = useRuleTexts();
  const products = useQuery(productChoicesQuery).data ?? [];
  const items = useItems();
  return (
    <>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
      <BenefitFields form={form} currencies={currencies} />
      {isNew ? (
        <SelectField
          label={texts.target}
          options={[
            { value: '', label: texts.everything },
            ...products.map((each) => ({ value: each.id, label: each.name })),
          ]}
          {...form.getInputProps('productId')}
        />
      ) : (
        <ItemChecks
          label={texts.target}
          description={texts.targetsText}
          items={items}
          value={String(form.values['items'] ?? '')}
          onChange={(value) => {
            form.setFieldValue('items', value);
          }}
        />
      )}
      <DayFields form={form} />
    </>
  );
}

interface BenefitFieldsProps extends RuleFieldsProps {
  /** It can only be a share of the price. */
  readonly isShare?: boolean;
}

/** What a rule takes off: a share, or an amount in each currency. */
export function BenefitFields({ form, currencies, isShare = false }: BenefitFieldsProps) {
  const texts = useRuleTexts();
  return (
    <>
      {isShare ? null : (
        <SelectField
          label={texts.kind}
          options={[
            { value: 'PercentageOffDiscount', label: texts.kinds.share },
            { value: 'FlatAmountOffDiscount', label: texts.kinds.amount },
          ]}
          {...form.getInputProps('type')}
        />
      )}
      {isShare || form.values.type === 'PercentageOffDiscount' ? (
        <TextInput
          inputMode="decimal"
          label={texts.percent}
          autoComplete="off"
          {...form.getInputProps('percentage')}
        />
      ) : (
        currencies.map((currency) => (
          <TextInput
            key={currency}
            inputMode="decimal"
            label={texts.amountIn(currency)}
            autoComplete="off"
            {...form.getInputProps(currency)}
          />
        ))
      )}
    </>
  );
}

/** The first and the last day of a rule. */
export function DayFields({ form }: Pick<RuleFieldsProps, 'form'>) {
  const texts = useRuleTexts();
  return (
    <>
      <TextInput
        type="date"
        label={texts.startsAt}
        description={texts.startsAtText}
        {...form.getInputProps('startsAt')}
      />
      <TextInput
        type="date"
        label={texts.endsAt}
        description={texts.endsAtText}
        {...form.getInputProps('endsAt')}
      />
    </>
  );
}
