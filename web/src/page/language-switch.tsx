import { useNavigate } from '@tanstack/react-router';
import { use, useState } from 'react';
import { loadTextsInUse } from '@latchkey/ui/texts/area-texts.ts';
import { type Language, LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { chooseSiteLanguage } from '@latchkey/ui/texts/site-language.ts';
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
  const choose = async (language: Language) => {
    setUnreachable(false);
    try {
      await loadTextsInUse(language);
    } catch {
      setUnreachable(true);
      return;
    }
    chooseSiteLanguage(language);
    // The choice takes precedence over the language of the link that led here.
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
