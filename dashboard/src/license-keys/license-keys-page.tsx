import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { saveFile } from '../parts/save-text.ts';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CreateKeyDialog, RemoveKeyDialog } from './license-key-dialogs.tsx';
import type { LicenseKeyTexts } from './license-key-en.ts';
import { licenseKeysQuery } from './license-key-queries.ts';
import classes from './license-keys-page.module.css';
import { useLicenseKeyTexts } from './license-key-texts.ts';

type LicenseKey = components['schemas']['LicenseKeyUse'];

/** The keys that sign license tokens, and who still depends on each: an old key can go when nobody does. */
export function LicenseKeysPage() {
  const { licenseKeys } = useTexts();
  const texts = useLicenseKeyTexts();
  const [isCreating, setIsCreating] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const mayChange = mayDo(useSession(), 'keys:write');
  const create = mayChange ? (
    <Button
      size="xs"
      onClick={() => {
        setIsCreating(true);
      }}
    >
      {texts.create}
    </Button>
  ) : null;
  return (
    <Loaded query={useQuery(licenseKeysQuery)} title={licenseKeys.label}>
      {({ items }) => (
        <Page title={licenseKeys.label} aside={items.length === 0 ? null : create}>
          {items.length === 0 ? (
            <EmptyState title={texts.empty} text={texts.emptyText} action={create} guide="security.md" />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.text}
            </Text>
          )}
          {items.map((key) => (
            <KeySection key={key.kid} licenseKey={key} onRemove={mayChange ? setRemoved : undefined} />
          ))}
          {isCreating ? (
            <CreateKeyDialog
              onClose={() => {
                setIsCreating(false);
              }}
            />
          ) : null}
          {removed === undefined ? null : (
            <RemoveKeyDialog
              kid={removed}
              onClose={() => {
                setRemoved(undefined);
              }}
            />
          )}
        </Page>
      )}
    </Loaded>
  );
}

interface KeySectionProps {
  readonly licenseKey: LicenseKey;
  readonly onRemove: ((kid: string) => void) | undefined;
}

function KeySection({ licenseKey, onRemove }: KeySectionProps) {
  const texts = useLicenseKeyTexts();
  const { kid, devices, trials, products, publicKeyPem } = licenseKey;
  const isUsed = licenseKey.isDefault || devices > 0 || trials > 0 || products.length > 0;
  return (
    <Section
      title={kid}
      aside={
        <Status tone={isUsed ? 'good' : 'off'}>
          {licenseKey.isDefault ? texts.isDefault : isUsed ? texts.isUsed : texts.isUnused}
        </Status>
      }
    >
      <Facts rows={factsOf(licenseKey, texts)} />
      <div className={classes.actions}>
        <CopyButton label={texts.copy} name={texts.copyOf(kid)} value={publicKeyPem} />
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.downloadOf(kid)}
          onClick={() => {
            saveFile(`${kid}.pem`, publicKeyPem, 'application/x-pem-file');
          }}
        >
          {texts.download}
        </Button>
        {onRemove === undefined || isUsed ? null : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.removeOf(kid)}
            onClick={() => {
              onRemove(kid);
            }}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </Section>
  );
}

function factsOf(
  { algorithm, createdAt, devices, versions, trials, products }: LicenseKey,
  texts: LicenseKeyTexts,
) {
  return [
    { name: texts.algorithm, value: algorithm },
    { name: texts.created, value: <Moment at={createdAt} /> },
    {
      name: texts.products,
      value: products
        .map(({ id, fromVersion }) => (fromVersion === undefined ? id : texts.from(id, fromVersion)))
        .join(', '),
    },
    { name: texts.devices, value: String(devices) },
    {
      name: texts.versions,
      value: versions
        .map((version) => texts.on(version.appVersion ?? texts.unknown, version.devices))
        .join(', '),
    },
    { name: texts.trials, value: String(trials) },
  ];
}
