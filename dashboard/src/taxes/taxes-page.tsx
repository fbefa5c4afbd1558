import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GuideLink } from '../parts/guide-link.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { useSettingsTexts } from '../settings/settings-texts.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CollectionSection } from './collection-section.tsx';
import { OwnRatesSection } from './own-rates-section.tsx';
import { StandardRatesSection } from './standard-rates-section.tsx';

/** Who calculates taxes and where they are collected, the rates of the table, and the vendor's own. */
export function TaxesPage() {
  const { taxes } = useTexts();
  const { readOnly } = useSettingsTexts();
  const mayChange = mayDo(useSession(), 'settings:write');
  return (
    <Loaded query={useQuery(settingsQuery)} title={taxes.label}>
      {(settings) => (
        <Page title={taxes.label} aside={<GuideLink guide="taxes.md" />}>
          {mayChange ? <CollectionSection settings={settings} /> : <Text size="sm">{readOnly}</Text>}
          {settings.tax.mode === 'own' ? (
            <>
              <StandardRatesSection />
              <OwnRatesSection />
            </>
          ) : null}
        </Page>
      )}
    </Loaded>
  );
}
