import { useNavigate, useRouter } from '@tanstack/react-router';
import { use, useState } from 'react';
import { type Language, LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { chooseSiteLanguage, localeIn } from '@latchkey/ui/texts/site-language.ts';
import { useSiteTexts } from './site-texts.ts';
import classes from './language-switch.module.css';

/** Each in its own language. */
const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

/** Chooses the language of this and all later pages in this browser. Input on the page stays. */
export function LanguageSwitch() {
  const { language: current, texts } = use(LanguageOfPage);
  const { language: label } = useSiteTexts();
  const [isUnreachable, setUnreachable] = useState(false);
  const navigate = useNavigate();
  const router = useRouter();
  const choose = async (language: Language) => {
    setUnreachable(false);
    try {
      if (!(await chooseSiteLanguage(language))) return;
    } catch {
      setUnreachable(true);
      return;
    }
    // The choice takes precedence over the language of the link that led here.
    if (localeIn(router.latestLocation.searchStr) === undefined) return;
    await navigate({ to: '.', search: (search) => ({ ...search, locale: undefined }), replace: true });
  };
  return (
    <div className={classes.switch}>
      {isUnreachable ? <span role="alert">{texts.failure.connection}</span> : null}
      <fieldset aria-label={label} className={classes.languages}>
        {LANGUAGES.map(([language, name]) => (
          <button
            key={language}
            type="button"
            lang={language}
            className={classes.language}
            aria-pressed={language === current}
            onClick={() => void choose(language)}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
