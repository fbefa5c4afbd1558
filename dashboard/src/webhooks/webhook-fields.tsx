import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import type { EndpointValues } from './endpoint-values.ts';
import { useWebhookTexts } from './webhook-texts.ts';

/** What a vendor decides about an endpoint. */
export function WebhookFields({ form }: { readonly form: PageForm<EndpointValues> }) {
  const texts = useWebhookTexts();
  return (
    <>
      <TextInput
        type="url"
        label={texts.url}
        description={texts.urlText}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <TextInput
        label={texts.types}
        description={texts.typesText}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('types')}
      />
      <SelectField
        label={texts.payload}
        options={Object.entries(texts.payloads).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('payload')}
      />
      <TextInput
        label={texts.description}
        description={texts.descriptionText}
        {...form.getInputProps('description')}
      />
    </>
  );
}
