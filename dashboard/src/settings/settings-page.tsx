import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CountryField } from '../form/country-field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CURRENCIES, DOCUMENTS, LINKS, MAIL, SELLER } from './setting-values.ts';
import { type ReadSettings, settingsQuery } from './settings-queries.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSettingsTexts } from './settings-texts.ts';

/** What holds for the whole account, as far as people change it. */
export function SettingsPage() {
  const { settings: own } = useTexts();
  const texts = useSettingsTexts();
  const session = useSession();
  return (
    <Loaded query={useQuery(settingsQuery)} title={own.label}>
      {(settings) => (
        <Page title={own.label}>
          {mayDo(session, 'settings:write') ? (
            <>
              <Seller settings={settings} />
              <Documents settings={settings} />
              <Currencies settings={settings} />
              {mayDo(session, 'settings:mail') ? <Mails settings={settings} /> : null}
              <Links settings={settings} />
            </>
          ) : (
            <Text size="sm">{texts.readOnly}</Text>
          )}
        </Page>
      )}
    </Loaded>
  );
}

interface SettingsProps {
  readonly settings: ReadSettings;
}

function Seller({ settings }: SettingsProps) {
  const texts = useSettingsTexts();
  return (
    <SettingsSection title={texts.seller} text={texts.sellerText} settings={settings} of={SELLER}>
      {(form) => (
        <>
          <TextInput
            label={texts.sellerName}
            description={texts.sellerNameText}
            {...form.getInputProps('name')}
          />
          <Textarea
            rows={4}
            label={texts.address}
            description={texts.addressText}
            {...form.getInputProps('address')}
          />
          <CountryField label={texts.country} {...form.getInputProps('country')} />
          <TextInput label={texts.taxId} {...form.getInputProps('taxId')} />
          <TextInput type="email" label={texts.email} {...form.getInputProps('email')} />
        </>
      )}
    </SettingsSection>
  );
}

function Documents({ settings }: SettingsProps) {
  const texts = useSettingsTexts();
  return (
    <SettingsSection title={texts.documents} text={texts.documentsText} settings={settings} of={DOCUMENTS}>
      {(form) => (
        <>
          <TextInput
            label={texts.timeZone}
            description={texts.timeZoneText}
            {...form.getInputProps('timeZone')}
          />
          <TextInput label={texts.receiptPrefix} {...form.getInputProps('receiptPrefix')} />
          <TextInput label={texts.invoicePrefix} {...form.getInputProps('invoicePrefix')} />
          <TextInput label={texts.creditNotePrefix} {...form.getInputProps('creditNotePrefix')} />
        </>
      )}
    </SettingsSection>
  );
}

function Currencies({ settings }: SettingsProps) {
  const texts = useSettingsTexts();
  return (
    <SettingsSection title={texts.currencies} text={texts.currenciesText} settings={settings} of={CURRENCIES}>
      {(form) => (
        <>
          <TextInput
            label={texts.currencyCodes}
            description={texts.currencyCodesText}
            {...form.getInputProps('currencies')}
          />
          <TextInput
            label={texts.defaultCurrency}
            description={texts.defaultCurrencyText}
            maxLength={3}
            {...form.getInputProps('defaultCurrency')}
          />
        </>
      )}
    </SettingsSection>
  );
}

function Mails({ settings }: SettingsProps) {
  const texts = useSettingsTexts();
  return (
    <SettingsSection title={texts.mail} settings={settings} of={MAIL}>
      {(form) => (
        <TextInput
          label={texts.mailFrom}
          description={texts.mailFromText}
          {...form.getInputProps('mailFrom')}
        />
      )}
    </SettingsSection>
  );
}

function Links({ settings }: SettingsProps) {
  const texts = useSettingsTexts();
  return (
    <SettingsSection title={texts.links} text={texts.linksText} settings={settings} of={LINKS}>
      {(form) => (
        <>
          <TextInput type="url" label={texts.terms} {...form.getInputProps('terms')} />
          <TextInput type="url" label={texts.privacy} {...form.getInputProps('privacy')} />
          <TextInput type="url" label={texts.refunds} {...form.getInputProps('refunds')} />
          <TextInput type="url" label={texts.imprint} {...form.getInputProps('imprint')} />
        </>
      )}
    </SettingsSection>
  );
}
