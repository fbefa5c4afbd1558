import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { answer, api } from '../api/client.ts';
import { relativeTime } from '../parts/relative-time.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './conflict-notice.module.css';
import type { AuditedChange } from './use-revision.ts';

interface ConflictNoticeProps {
  /** The change in the audit log; undefined: it is not about one thing. */
  readonly change: AuditedChange | undefined;
  readonly onReload: () => void;
  readonly onOverwrite: () => void;
}

/** Says that somebody else changed the same thing meanwhile, who it was for those who may know, and what to do. */
export function ConflictNotice({ change, onReload, onOverwrite }: ConflictNoticeProps) {
  const { conflict } = useTexts();
  const { locale } = use(LanguageOfPage);
  const [now] = useState(Date.now);
  const { data } = useQuery({
    queryKey: ['audit', 'last', change],
    queryFn: ({ signal }) => {
      const query = { pageSize: 1, ...change };
      return answer(api.GET('/api/audit', { params: { query }, signal }));
    },
    // A role that may not read the audit log is refused, and learns no name.
    enabled: change !== undefined,
    retry: false,
    staleTime: 0,
  });
  const last = data?.items[0];
  const when = last && (relativeTime(last.occurredAt, now, locale) ?? '');
  return (
    <div className={classes.notice} role="alert">
      <Text size="sm">
        {last?.actor.name === undefined ? conflict.somebody : conflict.by(last.actor.name, when ?? '')}{' '}
        {conflict.text}
      </Text>
      <div className={classes.actions}>
        <Button variant="default" size="xs" onClick={onReload}>
          {conflict.reload}
        </Button>
        <Button variant="default" size="xs" onClick={onOverwrite}>
          {conflict.overwrite}
        </Button>
      </div>
    </div>
  );
}
