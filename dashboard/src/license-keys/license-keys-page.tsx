import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { licenseKeysQuery } from './license-key-queries.ts';

type LicenseKey = components['schemas']['LicenseKeyUse'];

/** The keys that sign license tokens, and who still depends on each: an old key can go when nobody does. */
export function LicenseKeysPage() {
  const { licenseKeys } = useTexts();
  return (
    <Loaded query={useQuery(licenseKeysQuery)} title={licenseKeys.label}>
      {({ items }) => (
        <Page title={licenseKeys.label}>
          <Text size="sm" c="dimmed">
            {licenseKeys.text}
          </Text>
          {items.map((key) => (
            <KeySection key={key.kid} licenseKey={key} />
          ))}
        </Page>
      )}
    </Loaded>
  );
}

function KeySection({ licenseKey }: { readonly licenseKey: LicenseKey }) {
  const { licenseKeys } = useTexts();
  const { kid, algorithm, createdAt, devices, versions, trials, products } = licenseKey;
  const isUsed = licenseKey.isDefault || devices > 0 || trials > 0 || products.length > 0;
  return (
    <Section
      title={kid}
      aside={
        <Status tone={isUsed ? 'good' : 'off'}>
          {licenseKey.isDefault ? licenseKeys.isDefault : isUsed ? licenseKeys.isUsed : licenseKeys.isUnused}
        </Status>
      }
    >
      <Facts
        rows={[
          { name: licenseKeys.algorithm, value: algorithm },
          { name: licenseKeys.created, value: <Moment at={createdAt} /> },
          {
            name: licenseKeys.products,
            value: products
              .map(({ id, fromVersion }) =>
                fromVersion === undefined ? id : licenseKeys.from(id, fromVersion),
              )
              .join(', '),
          },
          { name: licenseKeys.devices, value: String(devices) },
          {
            name: licenseKeys.versions,
            value: versions
              .map((version) => licenseKeys.on(version.appVersion ?? licenseKeys.unknown, version.devices))
              .join(', '),
          },
          { name: licenseKeys.trials, value: String(trials) },
        ]}
      />
    </Section>
  );
}
