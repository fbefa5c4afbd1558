import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import type { MailTextTexts } from './mail-text-en.ts';
import { LANGUAGES, type MailText, mailTextsQuery } from './mail-text-queries.ts';
import { useMailTextTexts } from './mail-text-texts.ts';
import classes from './mail-texts-page.module.css';

const GROUPS = ['Purchases', 'Subscriptions', 'Account', 'Newsletter'] as const;

/** Every mail to customers: what it is for, when it is sent, and whether its text is the vendor's own. */
export function MailTextsPage() {
  const { mails } = useTexts();
  const texts = useMailTextTexts();
  return (
    <Loaded query={useQuery(mailTextsQuery)} title={mails.label}>
      {({ items }) => (
        <Page title={mails.label}>
          <Text size="sm" c="dimmed">
            {texts.intro}
          </Text>
          {GROUPS.map((group) => (
            <Section key={group} title={texts.groups[group]}>
              <ul className={classes.mails}>
                {items
                  .filter((item) => item.group === group && item.language === LANGUAGES[0])
                  .map(({ mail }) => (
                    <Mail key={mail} mail={mail} items={items.filter((item) => item.mail === mail)} />
                  ))}
              </ul>
            </Section>
          ))}
        </Page>
      )}
    </Loaded>
  );
}

interface MailProps {
  readonly mail: string;
  /** Its texts, one for each language. */
  readonly items: readonly MailText[];
}

function Mail({ mail, items }: MailProps) {
  const texts = useMailTextTexts();
  const { language } = use(LanguageOfPage);
  const { name, when } = texts.mails[mail] ?? { name: mail, when: '' };
  return (
    <li className={classes.mail}>
      <div>
        <Link to="/settings/mails/$mail/$language" params={{ mail, language }} className={classes.name ?? ''}>
          {name}
        </Link>
        <Text size="sm" c="dimmed">
          {when}
        </Text>
      </div>
      <MailState items={items} texts={texts} />
    </li>
  );
}

function MailState({ items, texts }: Pick<MailProps, 'items'> & { readonly texts: MailTextTexts }) {
  if (items.some(({ issues }) => issues !== undefined)) return <Status tone="bad">{texts.unfit}</Status>;
  const own = items.filter(({ changed }) => changed.length > 0);
  if (own.length === 0) return <Status tone="off">{texts.standard}</Status>;
  const names = own.map(({ language }) => texts.languages[language]);
  return <Status tone="good">{texts.own(names.join(', '))}</Status>;
}
