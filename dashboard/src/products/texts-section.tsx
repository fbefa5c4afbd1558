import '@latchkey/ui/fields/fields.css';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { useRevision } from '../form/use-revision.ts';
import { Section } from '../parts/section.tsx';
import { TextPreview } from '../parts/text-preview.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { type Bundle, type ItemProps, type Product, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import classes from './texts-section.module.css';

/** What the page of an item says. The long text is shown as the shop shows it while somebody writes. */
export function TextsSection({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  return (
    <Section title={texts.texts}>
      {mayDo(useSession(), 'products:write') ? (
        <TextsForm kind={kind} item={item} />
      ) : (
        <>
          <Text size="sm">{item.tagline}</Text>
          <Text size="sm">{item.description}</Text>
          <TextPreview markdown={item.longDescription ?? ''} />
        </>
      )}
    </Section>
  );
}

const NOUNS = { products: 'product', bundles: 'bundle' } as const;

function TextsForm({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, item.id);
  const form = usePageForm(textsOf(item));
  const { save, conflict } = useRevision({
    thing: item,
    load: () => revised(api.GET(`/api/${kind}/{id}`, { params: { path: { id: item.id } } })),
    fieldsOf: textsOf,
    show: (next) => {
      form.setValues(textsOf(next));
    },
    change: { type: `${NOUNS[kind]}.changed`, subject: `${NOUNS[kind]}/${item.id}` },
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
    await save((header) => {
      const params = { path: { id: item.id }, header };
      return revised(api.PATCH(`/api/${kind}/{id}`, { params, body }));
    });
    await refresh();
    setSaved(values);
  };
  return (
    <DataForm
      form={form}
      fields={Object.keys(form.values)}
      submitLabel={texts.saveTexts}
      send={send}
      conflict={conflict}
    >
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      <TextInput label={texts.tagline} description={texts.taglineText} {...form.getInputProps('tagline')} />
      <Textarea rows={3} label={texts.description} {...form.getInputProps('description')} />
      <div className={classes.pair} data-wide="true">
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

/** The texts of an item as fields. */
function textsOf(item: Product | Bundle) {
  return {
    name: item.name,
    tagline: item.tagline,
    description: item.description,
    longDescription: item.longDescription ?? '',
    systemRequirements: item.systemRequirements ?? '',
    website: item.website ?? '',
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
