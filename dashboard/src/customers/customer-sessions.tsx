import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done } from '../api/client.ts';
import { StepDialog } from '../form/step-dialog.tsx';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { sessionsQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

type CustomerSession = components['schemas']['Session'];

/** Where a customer is signed in; each can be ended, or all at once. */
export function CustomerSessions({ customerId }: { readonly customerId: string }) {
  const texts = useCustomerTexts();
  const mayEnd = mayDo(useSession(), 'customers:write');
  const [task, setTask] = useState<CustomerSession | 'all'>();
  const query = useQuery(sessionsQuery(customerId));
  const nameOf = ({ browser = texts.unnamedBrowser, system = '' }: CustomerSession) =>
    texts.session(browser, system);
  const hasSeveral = (query.data?.items.length ?? 0) > 1;
  return (
    <Section
      title={texts.sessions}
      aside={
        mayEnd && hasSeveral ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => {
              setTask('all');
            }}
          >
            {texts.signOutEverywhere}
          </Button>
        ) : null
      }
    >
      <ShortList query={query} empty={texts.noSessions}>
        {(session) => (
          <li key={session.id} className={classes.row}>
            <span className={classes.text}>{nameOf(session)}</span>
            <Moment at={session.lastUsedAt} />
            {mayEnd ? (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={texts.signOutOf(nameOf(session))}
                onClick={() => {
                  setTask(session);
                }}
              >
                {texts.signOut}
              </Button>
            ) : null}
          </li>
        )}
      </ShortList>
      {task === undefined ? null : (
        <StepDialog
          title={task === 'all' ? texts.signOutEverywhere : texts.signOutOf(nameOf(task))}
          text={texts.signOutText}
          submitLabel={texts.signOut}
          send={() => endSessions(customerId, task === 'all' ? undefined : task.id)}
          onClose={() => {
            setTask(undefined);
          }}
        />
      )}
    </Section>
  );
}

function endSessions(customerId: string, sessionId: string | undefined): Promise<void> {
  const path = { idOrEmail: customerId };
  if (sessionId === undefined)
    return done(api.DELETE('/api/customers/{idOrEmail}/sessions', { params: { path } }));
  const params = { path: { ...path, sessionId } };
  return done(api.DELETE('/api/customers/{idOrEmail}/sessions/{sessionId}', { params }));
}
