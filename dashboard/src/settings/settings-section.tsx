import '@latchkey/ui/fields/fields.css';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type PageForm, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { useRevision } from '../form/use-revision.ts';
import { Section } from '../parts/section.tsx';
import type { SettingsForm } from './setting-values.ts';
import { type ReadSettings, settingsQuery } from './settings-queries.ts';
import { useSettingsTexts } from './settings-texts.ts';

interface SettingsSectionProps<Name extends string> {
  readonly title: string;
  readonly text?: string;
  readonly settings: ReadSettings;
  readonly of: SettingsForm<Name>;
  /** Sentences of the page in place of those of the API, by field. */
  readonly sentences?: Readonly<Partial<Record<Name, string>>> | undefined;
  /** Learns what is in the form, as it is typed; the same function each time. */
  readonly onValues?: (values: Record<Name, string>) => void;
  readonly children: (form: PageForm<Record<Name, string>>) => ReactNode;
}

/** Some settings that belong together: they are saved together, and apart from the others. */
export function SettingsSection<Name extends string>({
  title,
  text,
  settings,
  of,
  sentences,
  onValues,
  children,
}: SettingsSectionProps<Name>) {
  const texts = useSettingsTexts();
  const queryClient = useQueryClient();
  const form = usePageForm<Record<Name, string>>(of.valuesOf(settings));
  const [saved, setSaved] = useState<Record<Name, string>>();
  const { values: current } = form;
  useEffect(() => onValues?.(current), [onValues, current]);
  const { save, conflict } = useRevision({
    thing: settings,
    load: () => revised(api.GET('/api/settings')),
    fieldsOf: of.valuesOf,
    show: (next) => {
      form.setValues(of.valuesOf(next));
    },
    change: { type: 'settings.changed' },
  });
  const send = async (values: Record<Name, string>) => {
    setSaved(undefined);
    await save(async (header) => {
      const body = of.changeOf(values);
      const next = await revised(api.PATCH('/api/settings', { params: { header }, body }));
      queryClient.setQueryData(settingsQuery.queryKey, next);
      return next;
    });
    // The time zone of the session, and reports in it.
    await queryClient.invalidateQueries();
    setSaved(values);
  };
  return (
    <Section title={title}>
      {text === undefined ? null : (
        <Text size="sm" c="dimmed" mb="sm">
          {text}
        </Text>
      )}
      <DataForm
        form={form}
        fields={of.fields}
        submitLabel={texts.save}
        send={send}
        sentences={sentences}
        conflict={conflict}
      >
        {children(form)}
        {saved === undefined || saved !== form.values ? null : (
          <Text size="sm" component="output">
            {texts.saved}
          </Text>
        )}
      </DataForm>
    </Section>
  );
}
