import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { use, useEffect, useRef, useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { type Language, LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { chooseSiteLanguage } from '@latchkey/ui/texts/site-language.ts';
import { api, done } from '../api/client.ts';
import { useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { menuOf } from './areas.ts';
import { type Scheme, useScheme } from './look.tsx';
import classes from './menu.module.css';

/** The pages that the role includes, who is signed in, and how the dashboard looks. */
export function Menu({ isOpen }: { readonly isOpen: boolean }) {
  const texts = useTexts();
  const session = useSession();
  const { operator, account } = session;
  const pages = useRef<HTMLElement>(null);
  useEffect(() => {
    // In a low window, the list scrolls.
    pages.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <aside id="menu" className={classes.menu} data-open={isOpen} aria-label={account.name}>
      <div className={classes.account}>{account.name}</div>
      <nav ref={pages} aria-label={texts.frame.menu} className={classes.pages}>
        {menuOf(session).map((group) => (
          <div key={group[0]?.path} className={classes.group}>
            {group.map(({ path, label }) => (
              <Link
                key={path}
                to={path}
                activeOptions={{ exact: path === '/' }}
                className={classes.page ?? ''}
              >
                {label(texts)}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className={classes.foot}>
        <Link to="/you" className={classes.you ?? ''}>
          <span className={classes.name}>{operator.name}</span>
          <span className={classes.role}>{texts.roles[operator.role]}</span>
        </Link>
        <div className={classes.row}>
          <LookFields />
        </div>
        <div className={classes.row}>
          <Guide />
          <SignOut />
        </div>
      </div>
    </aside>
  );
}

const LANGUAGES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

function LookFields() {
  const { frame } = useTexts();
  const { scheme, choose } = useScheme();
  const { language, texts } = use(LanguageOfPage);
  const [isUnreachable, setUnreachable] = useState(false);
  const schemes: readonly Scheme[] = ['auto', 'light', 'dark'];
  return (
    <>
      <SelectField
        size="xs"
        label={frame.scheme}
        value={scheme}
        options={schemes.map((value) => ({ value, label: frame.schemes[value] }))}
        onChange={({ currentTarget }) => {
          const next = schemes.find((each) => each === currentTarget.value);
          if (next !== undefined) choose(next);
        }}
      />
      <SelectField
        size="xs"
        label={frame.language}
        value={language}
        options={LANGUAGES}
        error={isUnreachable ? texts.failure.connection : undefined}
        onChange={({ currentTarget }) => {
          const next = LANGUAGES.find(({ value }) => value === currentTarget.value);
          if (next === undefined) return;
          setUnreachable(false);
          chooseSiteLanguage(next.value).catch(() => {
            setUnreachable(true);
          });
        }}
      />
    </>
  );
}

function Guide() {
  const { frame } = useTexts();
  return (
    <a className={classes.quietLink} href="/dashboard/guide/dashboard.md" target="_blank" rel="noreferrer">
      {frame.guide}
    </a>
  );
}

function SignOut() {
  const { frame } = useTexts();
  const queryClient = useQueryClient();
  const router = useRouter();
  const signOut = useMutation({
    mutationFn: () => done(api.DELETE('/api/operator/session')),
    // Without a connection the page forgets everything, and the session ends by itself.
    onSettled: async () => {
      await router.navigate({ to: '/sign-in' });
      queryClient.clear();
    },
  });
  return (
    <button
      type="button"
      className={classes.quietLink}
      disabled={signOut.isPending}
      onClick={() => {
        signOut.mutate();
      }}
    >
      {frame.signOut}
    </button>
  );
}
