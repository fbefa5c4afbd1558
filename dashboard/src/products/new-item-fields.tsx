import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { useProductTexts } from './product-texts.ts';
import { idFrom } from './product-values.ts';

interface NewItemFieldsProps {
  readonly form: PageForm<Record<string, string>>;
  readonly currencies: readonly string[];
}

/** The name, the id and the first price of what will be sold. */
export function NewItemFields({ form, currencies }: NewItemFieldsProps) {
  const texts = useProductTexts();
  return (
    <>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label={texts.id}
        description={texts.idText}
        placeholder={idFrom(form.values['name'] ?? '')}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('id')}
      />
      {currencies.map((currency) => (
        <TextInput
          key={currency}
          inputMode="decimal"
          label={texts.priceIn(currency)}
          autoComplete="off"
          {...form.getInputProps(currency)}
        />
      ))}
    </>
  );
}
