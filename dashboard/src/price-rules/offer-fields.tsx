import '@latchkey/ui/fields/fields.css';
import { Textarea, TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { ItemChecks } from '../form/item-checks.tsx';
import { BenefitFields, DayFields } from './rule-fields.tsx';
import { useRuleTexts } from './rule-texts.ts';
import type { RuleValues } from './rule-values.ts';
import { useItems } from './use-items.ts';

interface OfferFieldsProps {
  readonly form: PageForm<RuleValues>;
  readonly currencies: readonly string[];
  /** What an offer is on never changes. */
  readonly isNew: boolean;
}

/** What an offer is on, what it takes off, and what the cart has to have. */
export function OfferFields({ form, currencies, isNew }: OfferFieldsProps) {
  const texts = useRuleTexts();
  const items = useItems();
  const isCart = form.values['scope'] === 'Cart';
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.offerNameText}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Textarea rows={2} label={texts.text} {...form.getInputProps('description')} />
      {isNew ? (
        <SelectField
          label={texts.scope}
          options={[
            { value: 'Item', label: texts.scopes.Item },
            { value: 'Cart', label: texts.scopes.Cart },
          ]}
          {...form.getInputProps('scope')}
        />
      ) : null}
      {isCart ? null : (
        <SelectField
          label={texts.target}
          options={[
            { value: '', label: texts.choose },
            ...items.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          {...form.getInputProps('target')}
        />
      )}
      <BenefitFields form={form} currencies={currencies} isShare={isCart} />
      <ItemChecks
        label={isCart ? texts.cartItems : texts.relevantItems}
        description={isCart ? texts.cartItemsText : texts.relevantItemsText}
        items={items}
        value={String(form.values['items'])}
        onChange={(value) => {
          form.setFieldValue('items', value);
        }}
      />
      {isCart ? <TotalFields form={form} currencies={currencies} /> : <CountField form={form} />}
      <DayFields form={form} />
      <CheckField
        label={texts.isExclusive}
        description={texts.isExclusiveText}
        {...form.getInputProps('isExclusive', { type: 'checkbox' })}
      />
    </>
  );
}

function CountField({ form }: Pick<OfferFieldsProps, 'form'>) {
  const texts = useRuleTexts();
  return (
    <TextInput
      inputMode="numeric"
      label={texts.minimumItems}
      description={texts.minimumItemsText}
      {...form.getInputProps('minimumItems')}
    />
  );
}

function TotalFields({ form, currencies }: Pick<OfferFieldsProps, 'form' | 'currencies'>) {
  const texts = useRuleTexts();
  return currencies.flatMap((currency) =>
    (['least', 'most'] as const).map((bound) => (
      <TextInput
        key={`${bound}-${currency}`}
        inputMode="decimal"
        label={texts.total[bound](currency)}
        description={texts.noBound}
        autoComplete="off"
        {...form.getInputProps(`${bound}-${currency}`)}
      />
    )),
  );
}
