import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { GuideLink } from '../parts/guide-link.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { type ServerState, serverQuery } from './server-queries.ts';
import { useSettingsTexts } from './settings-texts.ts';

const START_TIMER = 'systemctl enable --now latchkey-backup.timer';

/** The version that runs, when the last backup was made, and what the last versions changed. */
export function ServerPage() {
  const { server } = useTexts();
  return (
    <Loaded query={useQuery(serverQuery)} title={server.label}>
      {(state) => (
        <Page title={server.label}>
          <Running state={state} />
          <Backup backup={state.backup} />
          <Changes changes={state.changes} />
        </Page>
      )}
    </Loaded>
  );
}

const BYTES_OF_MEGABYTE = 1_000_000;

function Running({ state: { version, node, startedAt, database } }: { readonly state: ServerState }) {
  const texts = useSettingsTexts();
  const { locale } = use(LanguageOfPage);
  const { engine, schema, migratedAt, bytes } = database;
  const megabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  return (
    <Section title={texts.program}>
      <Facts
        rows={[
          { name: texts.version, value: version },
          { name: texts.startedAt, value: <Moment at={startedAt} /> },
          { name: 'Node', value: node },
          { name: texts.engine, value: engine },
          {
            name: texts.size,
            value: bytes === undefined ? undefined : megabytes.format(bytes / BYTES_OF_MEGABYTE),
          },
          { name: texts.schema, value: schema },
          {
            name: texts.migratedAt,
            value: migratedAt === undefined ? undefined : <Moment at={migratedAt} />,
          },
        ]}
      />
    </Section>
  );
}

function Backup({ backup }: { readonly backup: ServerState['backup'] }) {
  const texts = useSettingsTexts();
  const { state, at, failedAt, folder } = backup;
  return (
    <Section title={texts.backup}>
      <Text size="sm" {...(state === 'Old' || state === 'None' ? { fw: 600 } : {})}>
        {texts.backups[state]}
      </Text>
      <Facts
        rows={[
          { name: texts.backupAt, value: at === undefined ? undefined : <Moment at={at} /> },
          { name: texts.backupFolder, value: folder },
          {
            name: texts.backupFailedAt,
            value: failedAt === undefined ? undefined : <Moment at={failedAt} />,
          },
        ]}
      />
      {state === 'Recent' ? null : (
        <Text size="sm" mt="xs">
          {texts.backupHelp} <Code>{START_TIMER}</Code>. <GuideLink guide="operating.md" />
        </Text>
      )}
    </Section>
  );
}

function Changes({ changes }: Pick<ServerState, 'changes'>) {
  const texts = useSettingsTexts();
  return (
    <Section title={texts.changes}>
      {changes.map(({ title, changes: lines }) => (
        <details key={title}>
          <summary>{title}</summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>
                <Text size="sm" maw="75ch">
                  {line.replaceAll('`', '')}
                </Text>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Section>
  );
}
