import { Button } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { useExactTime } from '../parts/moment.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { actorName } from './actor-name.ts';
import type { AuditEvent } from './audit-queries.ts';
import { AuditSubjects } from './audit-subjects.tsx';
import { useAuditTexts } from './audit-texts.ts';
import { changesIn, detailsIn } from './event-changes.ts';
import classes from './event-dialog.module.css';

interface EventDialogProps {
  readonly event: AuditEvent;
  readonly onClose: () => void;
}

/** Everything that the audit log has about an event: who, when, about what, and each field before and after. */
export function EventDialog({ event, onClose }: EventDialogProps) {
  const { actions } = useTexts();
  const texts = useAuditTexts();
  const exact = useExactTime();
  const { id, type, occurredAt, actor, subjects, addressGroup, requestId, data } = event;
  return (
    <Dialog title={texts.types[type] ?? type} onClose={onClose}>
      <Facts
        rows={[
          { name: texts.when, value: exact(occurredAt) },
          { name: texts.who, value: actorName(actor, texts) },
          { name: texts.about, value: <AuditSubjects subjects={subjects} isWhole /> },
          ...detailsIn(data).map(({ name, value }) => ({ name, value })),
          { name: texts.network, value: addressGroup },
          { name: texts.request, value: requestId },
          { name: texts.type, value: type },
          { name: texts.id, value: id },
        ]}
      />
      <Changes event={event} />
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}

function Changes({ event }: Pick<EventDialogProps, 'event'>) {
  const texts = useAuditTexts();
  const changes = changesIn(event.data);
  if (changes.length === 0) return null;
  return (
    <div className={classes.surface}>
      <table className={classes.table} aria-label={texts.changes}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before ?? <em>{texts.nothing}</em>}</td>
              <td>{after ?? <em>{texts.nothing}</em>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
