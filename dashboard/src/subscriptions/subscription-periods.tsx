import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadMore } from '../list/load-more.tsx';
import { Moment } from '../parts/moment.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { Status } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { periodsQuery } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

/** The periods of a subscription, newest first, and more of them on request. */
export function SubscriptionPeriods({ id }: { readonly id: string }) {
  const texts = useSubscriptionTexts();
  const mayReadOrders = mayDo(useSession(), 'orders:read');
  const query = useInfiniteQuery(periodsQuery(id));
  return (
    <>
      <ShortList query={query} empty={texts.noPeriods}>
        {({ number, startsAt, endsAt, state, reason, orderId }) => (
          <li key={number} className={classes.row}>
            <span>{texts.period(number)}</span>
            <span className={classes.text}>
              <Moment at={startsAt} /> – <Moment at={endsAt} />
              {reason === undefined ? null : ` · ${reason}`}
            </span>
            <Status tone={state === 'Open' ? 'waiting' : state === 'Void' ? 'off' : 'good'}>
              {texts.periodStates[state]}
            </Status>
            {orderId === undefined || !mayReadOrders ? null : (
              <Link to="/orders/$orderId" params={{ orderId }} className={links.link ?? ''}>
                {texts.order}
              </Link>
            )}
          </li>
        )}
      </ShortList>
      <LoadMore query={query} label={texts.older} />
    </>
  );
}
