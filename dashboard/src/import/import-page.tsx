import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { FileDrop } from '../form/file-drop.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { GuideLink } from '../parts/guide-link.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { type ImportFile, inspectFile } from './import-file.ts';
import { type ImportKind, importKindsOf } from '../session/import-scopes.ts';
import { useImportTexts } from './import-texts.ts';
import { type Choices, gapsOf, guessChoices, mappingOf } from './mapping.ts';
import { MappingSection } from './mapping-section.tsx';
import { RunSection } from './run-section.tsx';

/** Imports what another system has from a file: columns first, then a dry run, then the import. */
export function ImportPage() {
  const { imports, list } = useTexts();
  const texts = useImportTexts();
  const session = useSession();
  const [first, ...others] = importKindsOf((scope) => mayDo(session, scope));
  return (
    <Page title={imports.label}>
      {first === undefined ? (
        <EmptyState title={list.forbidden} text={list.forbiddenText} />
      ) : (
        <>
          <Text size="sm">
            {texts.intro} <GuideLink guide="moving.md" />
          </Text>
          <ImportSteps kinds={[first, ...others]} />
        </>
      )}
    </Page>
  );
}

function ImportSteps({ kinds }: { readonly kinds: readonly [ImportKind, ...ImportKind[]] }) {
  const [kind, setKind] = useState<ImportKind>(kinds.includes('customers') ? 'customers' : kinds[0]);
  const [file, setFile] = useState<ImportFile>();
  const [choices, setChoices] = useState<Choices>({});
  const [isBusy, setIsBusy] = useState(false);
  const choose = (nextKind: ImportKind, nextFile: ImportFile | undefined) => {
    setKind(nextKind);
    setFile(nextFile);
    setChoices(guessChoices(IMPORT_FIELDS[nextKind], nextFile?.list?.columns ?? []));
  };
  const columns = file?.list?.columns;
  const mapping = columns === undefined ? undefined : mappingOf(choices, columns);
  const isReady = columns === undefined || gapsOf(IMPORT_FIELDS[kind], choices, columns).missing.length === 0;
  return (
    <>
      <SourceSection kinds={kinds} kind={kind} file={file} isDisabled={isBusy} onChoose={choose} />
      {columns === undefined ? null : (
        <MappingSection
          fields={IMPORT_FIELDS[kind]}
          columns={columns}
          choices={choices}
          isDisabled={isBusy}
          onChange={setChoices}
        />
      )}
      {file === undefined || !isReady ? null : (
        // Another file, kind or mapping is another run.
        <RunSection
          key={`${kind} ${file.name} ${mapping ?? ''}`}
          kind={kind}
          file={file}
          mapping={mapping}
          onBusy={setIsBusy}
        />
      )}
    </>
  );
}

interface SourceSectionProps {
  readonly kinds: readonly ImportKind[];
  readonly kind: ImportKind;
  readonly file: ImportFile | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (kind: ImportKind, file: ImportFile | undefined) => void;
}

function SourceSection({ kinds, kind, file, isDisabled, onChoose }: SourceSectionProps) {
  const texts = useImportTexts();
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const read = async ([next]: readonly File[]) => {
    if (next === undefined) return;
    setFailure(undefined);
    setIsReading(true);
    try {
      const inspected = await inspectFile(next);
      if (inspected.entries === 0) setFailure(texts.unreadable);
      else onChoose(kind, inspected);
    } catch {
      setFailure(texts.unreadable);
    } finally {
      setIsReading(false);
    }
  };
  return (
    <Section title={texts.source}>
      <SelectField
        label={texts.kind}
        value={kind}
        disabled={isDisabled}
        options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={({ currentTarget }) => {
          const next = kinds.find((each) => each === currentTarget.value);
          if (next !== undefined) onChoose(next, file);
        }}
      />
      {file === undefined ? (
        <FileDrop
          label={texts.drop}
          text={isReading ? texts.reading : texts.dropText}
          isDisabled={isReading}
          onFiles={(files) => void read(files)}
          explain={texts.oneFile}
        />
      ) : (
        <>
          <Text size="sm" my="xs">
            {texts.file(file.name, file.entries)}
          </Text>
          <Button
            variant="default"
            size="xs"
            disabled={isDisabled}
            onClick={() => {
              onChoose(kind, undefined);
            }}
          >
            {texts.other}
          </Button>
        </>
      )}
      {failure === undefined ? null : <ErrorLine>{failure}</ErrorLine>}
    </Section>
  );
}
