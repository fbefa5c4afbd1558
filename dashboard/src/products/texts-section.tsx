import '@latchkey/ui/fields/fields.css';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Section } from '../parts/section.tsx';
import { TextPreview } from '../parts/text-preview.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { type Product, useFreshProduct } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import classes from './texts-section.module.css';

/** What the page of a product says. The long text is shown as the shop shows it while somebody writes. */
export function TextsSection({ product }: { readonly product: Product }) {
  const texts = useProductTexts();
  return (
    <Section title={texts.texts}>
      {mayDo(useSession(), 'products:write') ? (
        <TextsForm product={product} />
      ) : (
        <>
          <Text size="sm">{product.tagline}</Text>
          <Text size="sm">{product.description}</Text>
          <TextPreview markdown={product.longDescription ?? ''} />
        </>
      )}
    </Section>
  );
}

function TextsForm({ product }: { readonly product: Product }) {
  const texts = useProductTexts();
  const refresh = useFreshProduct(product.id);
  const form = usePageForm({
    name: product.name,
    tagline: product.tagline,
    description: product.description,
    longDescription: product.longDescription ?? '',
    systemRequirements: product.systemRequirements ?? '',
    website: product.website ?? '',
  });
  const [saved, setSaved] = useState<typeof form.values>();
  const send = async (values: typeof form.values) => {
    setSaved(undefined);
    const body = {
      ...values,
      longDescription: orNull(values.longDescription),
      systemRequirements: orNull(values.systemRequirements),
      website: orNull(values.website),
    };
    await answer(api.PATCH('/api/products/{id}', { params: { path: { id: product.id } }, body }));
    await refresh();
    setSaved(values);
  };
  return (
    <DataForm form={form} fields={Object.keys(form.values)} submitLabel={texts.saveTexts} send={send}>
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      <TextInput label={texts.tagline} description={texts.taglineText} {...form.getInputProps('tagline')} />
      <Textarea rows={3} label={texts.description} {...form.getInputProps('description')} />
      <div className={classes.pair}>
        <Textarea
          rows={12}
          label={texts.longText}
          description={texts.longTextText}
          {...form.getInputProps('longDescription')}
        />
        <TextPreview markdown={form.values.longDescription} />
      </div>
      <Textarea rows={3} label={texts.requirements} {...form.getInputProps('systemRequirements')} />
      <TextInput type="url" label={texts.website} {...form.getInputProps('website')} />
      {saved === undefined || saved !== form.values ? null : (
        <Text size="sm" component="output">
          {texts.saved}
        </Text>
      )}
    </DataForm>
  );
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
