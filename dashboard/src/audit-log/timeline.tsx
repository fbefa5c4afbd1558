import type { components } from '@latchkey/sdk';
import { Moment } from '../parts/moment.tsx';
import { type RowsQuery, ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { useTexts } from '../texts/dashboard-texts.ts';
import { actorName } from './actor-name.ts';
import { useAuditTexts } from './audit-texts.ts';
import { reasonOf } from './reason-of.ts';

type Entry = components['schemas']['TimelineEntry'];

interface TimelineProps {
  readonly query: RowsQuery<Entry>;
  readonly empty: string;
}

/** What happened to something: what, by whom and when. */
export function Timeline({ query, empty }: TimelineProps) {
  const texts = useAuditTexts();
  const { orders } = useTexts();
  const titleOf = ({ type, data }: Entry) => {
    const status = Object.entries(orders.statuses).find(([name]) => name === data['after']);
    return type === 'order.status-changed' && status !== undefined
      ? `${orders.status}: ${status[1]}`
      : (texts.types[type] ?? type);
  };
  return (
    <ShortList query={query} empty={empty}>
      {(entry) => (
        <li key={entry.id} className={classes.row}>
          <span className={classes.text}>
            {titleOf(entry)}
            <Reason entry={entry} />
          </span>
          <span>{actorName(entry.actor, texts)}</span>
          <Moment at={entry.occurredAt} />
        </li>
      )}
    </ShortList>
  );
}

function Reason({ entry }: { readonly entry: Entry }) {
  const reason = reasonOf(entry);
  return reason === undefined ? null : <span className={classes.note}>{reason}</span>;
}
