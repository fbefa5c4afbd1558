import { Anchor, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Facts } from '../parts/facts.tsx';
import { GuideLink } from '../parts/guide-link.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { ChoiceField } from '../settings/choice-field.tsx';
import { type ServerState, serverQuery } from '../settings/server-queries.ts';
import { PRIVACY } from '../settings/setting-values.ts';
import { type ReadSettings, settingsQuery } from '../settings/settings-queries.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { useSettingsTexts } from '../settings/settings-texts.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { usePrivacyTexts } from './privacy-texts.ts';

/** The policy, how sure the addresses of customers are, what is kept for how long, and what to do when somebody asks. */
export function PrivacyPage() {
  const { privacy } = useTexts();
  const { readOnly } = useSettingsTexts();
  const mayChange = mayDo(useSession(), 'settings:write');
  return (
    <Loaded query={useQuery(settingsQuery)} title={privacy.label}>
      {(settings) => (
        <Page title={privacy.label}>
          {mayChange ? <Rules settings={settings} /> : <Text size="sm">{readOnly}</Text>}
          <RetentionSection settings={settings} />
          <RequestsSection url={settings.url} />
        </Page>
      )}
    </Loaded>
  );
}

interface SettingsProps {
  readonly settings: ReadSettings;
}

const CHOICES = ['requiresConfirmedEmail', 'confirmsEmailChange', 'waitsForProvenEmail'] as const;

function Rules({ settings }: SettingsProps) {
  const texts = usePrivacyTexts();
  return (
    <SettingsSection title={texts.rules} settings={settings} of={PRIVACY}>
      {(form) => (
        <>
          <TextInput
            type="url"
            label={texts.policy}
            description={texts.policyText}
            {...form.getInputProps('privacy')}
          />
          {CHOICES.map((name) => (
            <ChoiceField
              key={name}
              form={form}
              name={name}
              label={texts[name]}
              description={texts[`${name}Text`]}
            />
          ))}
        </>
      )}
    </SettingsSection>
  );
}

function RetentionSection({ settings }: SettingsProps) {
  const { list } = useTexts();
  const texts = usePrivacyTexts();
  const query = useQuery(serverQuery);
  return (
    <Section title={texts.kept} aside={<GuideLink guide="settings.md" />}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.keptText}
      </Text>
      {query.data !== undefined ? (
        <RetentionFacts settings={settings} retention={query.data.retention} />
      ) : query.error === null ? (
        <output aria-label={list.loading}>
          <Skeleton height={96} />
        </output>
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}

const DAY_SECONDS = 86_400;

function RetentionFacts({ settings, retention }: SettingsProps & Pick<ServerState, 'retention'>) {
  const texts = usePrivacyTexts();
  const { mails, endedSessions, guestCarts, customerCarts, events, auditLog } = retention;
  const signedInDays = Math.ceil(settings.refreshTokenSeconds / DAY_SECONDS);
  return (
    <Facts
      rows={[
        { name: texts.documents, value: texts.documentsDays },
        { name: texts.mails, value: texts.days(mails) },
        { name: texts.sessions, value: texts.sessionsDays(signedInDays, endedSessions) },
        { name: texts.carts, value: texts.cartsDays(guestCarts, customerCarts) },
        { name: texts.backups, value: texts.backupsDays },
        { name: texts.events, value: texts.days(events) },
        { name: texts.auditLog, value: auditLog === undefined ? texts.forever : texts.days(auditLog) },
      ]}
    />
  );
}

function RequestsSection({ url }: { readonly url: string }) {
  const texts = usePrivacyTexts();
  const readsCustomers = mayDo(useSession(), 'customers:read');
  return (
    <Section title={texts.requests} aside={<GuideLink guide="dashboard-customers.md" />}>
      <Text size="sm">
        {texts.requestsText}{' '}
        <Anchor size="sm" underline="always" href={`${url}/account`} target="_blank" rel="noreferrer">
          {texts.openAccount}
        </Anchor>
      </Text>
      <Text size="sm" mt="xs">
        {texts.requestsHere}{' '}
        {readsCustomers ? (
          <Link to="/customers" className={links.link ?? ''}>
            {texts.findCustomer}
          </Link>
        ) : null}
      </Text>
    </Section>
  );
}
