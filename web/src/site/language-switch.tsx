import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import { LanguageOfPage, languageOf } from '../texts/language.ts';
import { chooseSiteLanguage } from '../texts/site-language.ts';
import { useSiteTexts } from '../texts/site-texts.ts';
import classes from './site-footer.module.css';

/** Each in its own language. */
const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

/** Chooses the language of this and all later pages in this browser. */
export function LanguageSwitch() {
  const { locale } = use(LanguageOfPage);
  const texts = useSiteTexts();
  const navigate = useNavigate();
  return (
    <fieldset aria-label={texts.language} className={classes.languages}>
      {LANGUAGES.map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={classes.language}
          aria-pressed={languageOf(locale) === language}
          onClick={() => {
            chooseSiteLanguage(language);
            // The choice outlives the wish of the link that led here.
            void navigate({ to: '.', search: (search) => ({ ...search, locale: undefined }), replace: true });
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
