import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Notice } from '@latchkey/ui/notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { draftKey, useDrafts } from './mail-drafts.ts';
import { MailPreview } from './mail-preview.tsx';
import classes from './mail-text-page.module.css';
import { LANGUAGES, mailTextQuery, type ReadMailText, type TextPlace } from './mail-text-queries.ts';
import { useMailTextTexts } from './mail-text-texts.ts';
import { type WordValues, wordsOf } from './mail-words.ts';
import { WordsEditor } from './words-editor.tsx';

const route = getRouteApi('/frame/settings/settings/mails/$mail/$language');

/** The words of a mail in a language, and beside them the mail as it would be. */
export function MailTextPage() {
  const place = route.useParams();
  const { mails } = useTexts();
  const texts = useMailTextTexts();
  const drafts = useDrafts();
  const { name, when } = texts.mails[place.mail] ?? { name: mails.label, when: '' };
  return (
    <Loaded query={useQuery(mailTextQuery(place))} title={name}>
      {(text) => (
        <Page title={name}>
          <div className={classes.head}>
            <Text size="sm" c="dimmed">
              {when}
            </Text>
            <Languages mail={place.mail} drafts={drafts} />
            <Link to="/settings/mails" className={links.link ?? ''}>
              {texts.all}
            </Link>
          </div>
          {text.issues === undefined ? null : <Notice title={texts.unfitTitle}>{texts.unfitText}</Notice>}
          <Words key={draftKey(place)} place={place} text={text} drafts={drafts} />
        </Page>
      )}
    </Loaded>
  );
}

interface DraftsProps {
  readonly drafts: ReturnType<typeof useDrafts>;
}

/** The same mail in each language. */
function Languages({ mail, drafts: { drafts } }: Pick<TextPlace, 'mail'> & DraftsProps) {
  const texts = useMailTextTexts();
  return (
    <nav aria-label={texts.languageChoice} className={classes.languages}>
      {LANGUAGES.map((language) => (
        <Link
          key={language}
          to="/settings/mails/$mail/$language"
          params={{ mail, language }}
          className={classes.language ?? ''}
        >
          {texts.languages[language]}
          {drafts.has(draftKey({ mail, language })) ? ` (${texts.unsaved})` : null}
        </Link>
      ))}
    </nav>
  );
}

interface WordsProps extends DraftsProps {
  readonly place: TextPlace;
  readonly text: ReadMailText;
}

function Words({ place, text, drafts: { drafts, keep } }: WordsProps) {
  const texts = useMailTextTexts();
  const { mail, language } = place;
  const onValues = useCallback(
    (values: WordValues) => {
      keep({ mail, language }, { text, values });
    },
    [keep, mail, language, text],
  );
  if (mayDo(useSession(), 'settings:write'))
    return <WordsEditor place={place} text={text} draft={drafts.get(draftKey(place))} onValues={onValues} />;
  return (
    <>
      <Text size="sm">{texts.readOnly}</Text>
      <MailPreview place={place} words={text.issues === undefined ? wordsOf(text, text.standard) : {}} />
    </>
  );
}
