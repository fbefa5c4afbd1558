import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useSession } from '../session/session.ts';
import { useExactTime } from './moment.tsx';

/** A time by which something has to be done: as a day with its hour, in the zone of the account. */
export function Deadline({ at }: { readonly at: string }) {
  const { locale } = use(LanguageOfPage);
  const { timeZone } = useSession().account;
  const exact = useExactTime();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <time dateTime={at} title={exact(at)}>
      <strong>{format.format(new Date(at))}</strong>
    </time>
  );
}
