import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './look-page.module.css';
import { LogoSection } from './logo-section.tsx';
import { lookOf, uploadedLogo } from './look.ts';
import { LookSection } from './look-section.tsx';
import { LookPreview } from './look-preview.tsx';
import { BRAND, FOOTER, type ValuesOf } from '../settings/setting-values.ts';
import { type ReadSettings, settingsQuery } from '../settings/settings-queries.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { useSettingsTexts } from '../settings/settings-texts.ts';

/** How the pages for buyers and the mails look, and where to see it. */
export function LookPage() {
  const { brand } = useTexts();
  const texts = useSettingsTexts();
  const session = useSession();
  return (
    <Loaded query={useQuery(settingsQuery)} title={brand.label}>
      {(settings) => (
        <Page title={brand.label}>
          {mayDo(session, 'settings:write') ? (
            <Forms settings={settings} />
          ) : (
            <Text size="sm">{texts.readOnly}</Text>
          )}
          <LookSection url={settings.url} />
        </Page>
      )}
    </Loaded>
  );
}

interface SettingsProps {
  readonly settings: ReadSettings;
}

/** What is typed, and beside it what it would look like. */
function Forms({ settings }: SettingsProps) {
  const [brand, setBrand] = useState(() => BRAND.valuesOf(settings));
  const [footer, setFooter] = useState(() => FOOTER.valuesOf(settings));
  return (
    <div className={classes.beside}>
      <div className={classes.forms}>
        <LogoSection settings={settings} />
        <Brand settings={settings} onValues={setBrand} />
        <Footer settings={settings} onValues={setFooter} />
      </div>
      <div className={classes.preview}>
        <LookPreview settings={settings} look={lookOf(brand, footer, uploadedLogo(settings))} />
      </div>
    </div>
  );
}

interface FormProps<Form> extends SettingsProps {
  readonly onValues: (values: ValuesOf<Form>) => void;
}

const SCHEMES = ['auto', 'light', 'dark'] as const;

function Brand({ settings, onValues }: FormProps<typeof BRAND>) {
  const texts = useSettingsTexts();
  return (
    <SettingsSection
      title={texts.brand}
      text={texts.brandText}
      settings={settings}
      of={BRAND}
      onValues={onValues}
    >
      {(form) => (
        <>
          <TextInput label={texts.vendorName} {...form.getInputProps('name')} />
          <TextInput
            type="url"
            label={texts.logoUrl}
            description={texts.logoText}
            {...form.getInputProps('logoUrl')}
          />
          <TextInput
            label={texts.accentColor}
            description={texts.accentText}
            spellCheck={false}
            {...form.getInputProps('accentColor')}
          />
          <SelectField
            label={texts.colorScheme}
            options={SCHEMES.map((value) => ({ value, label: texts.colorSchemes[value] }))}
            {...form.getInputProps('colorScheme')}
          />
          <TextInput type="url" label={texts.iconUrl} {...form.getInputProps('iconUrl')} />
        </>
      )}
    </SettingsSection>
  );
}

function Footer({ settings, onValues }: FormProps<typeof FOOTER>) {
  const texts = useSettingsTexts();
  return (
    <SettingsSection title={texts.footer} settings={settings} of={FOOTER} onValues={onValues}>
      {(form) => (
        <>
          <TextInput label={texts.footerText} {...form.getInputProps('footerText')} />
          <Textarea
            rows={4}
            label={texts.footerLinks}
            description={texts.footerLinksText}
            spellCheck={false}
            {...form.getInputProps('links')}
          />
        </>
      )}
    </SettingsSection>
  );
}
