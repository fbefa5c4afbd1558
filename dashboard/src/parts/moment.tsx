import { use, useState } from 'react';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useSession } from '../session/session.ts';
import { relativeTime } from './relative-time.ts';

interface MomentProps {
  readonly at: string;
  /** It is over, even if the clock of this device says that it is to come. */
  readonly isPast?: boolean;
}

/** A time as a distance from now, or as a day when it is long ago; the exact one on hover. */
export function Moment(moment: MomentProps) {
  // What happens again is later than when it was first shown: then, another now counts.
  return <Distance key={moment.at} {...moment} />;
}

function Distance({ at, isPast = false }: MomentProps) {
  const { locale } = use(LanguageOfPage);
  const [shownAt] = useState(Date.now);
  const now = isPast ? Math.max(shownAt, Date.parse(at)) : shownAt;
  const exact = useExactTime();
  return (
    <time dateTime={at} title={exact(at)}>
      {relativeTime(at, now, locale) ?? formatDay(at, locale)}
    </time>
  );
}

/** Writes times with day, hour and zone, in the zone of the account. */
export function useExactTime(): (at: string) => string {
  const { locale } = use(LanguageOfPage);
  const { timeZone } = useSession().account;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone });
  return (at) => format.format(new Date(at));
}
