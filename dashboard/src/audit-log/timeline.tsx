import type { components } from '@latchkey/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { Moment } from '../parts/moment.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { actorName } from './actor-name.ts';
import { useAuditTexts } from './audit-texts.ts';

interface TimelineProps {
  readonly query: UseQueryResult<{ readonly items: readonly components['schemas']['TimelineEntry'][] }>;
  readonly empty: string;
}

/** What happened to something: what, by whom and when. */
export function Timeline({ query, empty }: TimelineProps) {
  const texts = useAuditTexts();
  return (
    <ShortList query={query} empty={empty}>
      {({ id, type, actor, occurredAt }) => (
        <li key={id} className={classes.row}>
          <span className={classes.text}>{texts.types[type] ?? type}</span>
          <span>{actorName(actor, texts)}</span>
          <Moment at={occurredAt} />
        </li>
      )}
    </ShortList>
  );
}
