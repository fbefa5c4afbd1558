import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { PriceFields } from './price-fields.tsx';
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
      <PriceFields
        currencies={currencies}
        label={texts.priceIn}
        inputOf={(currency) => form.getInputProps(currency)}
      />
    </>
  );
}
