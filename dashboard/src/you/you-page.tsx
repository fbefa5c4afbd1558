import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { useFailureLine } from '../failures/failure-line.ts';
import { api, done } from '../api/client.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { Facts } from '../parts/facts.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { CodesSection } from './codes-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ownSessionsQuery } from './own-sessions-query.ts';
import type { YouTexts } from './you-en.ts';
import { useYouTexts } from './you-texts.ts';

type OwnSession = components['schemas']['OwnOperatorSession'];

/** Who the reader is here, and where they are signed in. */
export function YouPage() {
  const texts = useTexts();
  const you = useYouTexts();
  const { operator, hasPassword } = useSession();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Page
      title={texts.you.label}
      aside={
        hasPassword ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setIsChanging(true);
            }}
          >
            {you.changePassword}
          </Button>
        ) : null
      }
    >
      <Section title={you.who}>
        <Facts
          rows={[
            { name: you.name, value: operator.name },
            { name: you.email, value: operator.email },
            { name: you.role, value: texts.roles[operator.role] },
          ]}
        />
      </Section>
      <PasskeysSection />
      <CodesSection />
      <Sessions />
      {isChanging ? (
        <ChangePasswordDialog
          onClose={() => {
            setIsChanging(false);
          }}
        />
      ) : null}
    </Page>
  );
}

function Sessions() {
  const you = useYouTexts();
  const lineOf = useFailureLine();
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(ownSessionsQuery);
  const end = useMutation({
    /** The session with this id, or all others. */
    mutationFn: (sessionId: string | undefined) =>
      done(
        sessionId === undefined
          ? api.DELETE('/api/operator/sessions')
          : api.DELETE('/api/operator/sessions/{sessionId}', { params: { path: { sessionId } } }),
      ),
    onSettled: () => queryClient.invalidateQueries(ownSessionsQuery),
  });
  const hasOthers = query.data?.pages.some(({ items }) => items.some(({ isCurrent }) => !isCurrent)) ?? false;
  const message = end.error === null ? undefined : lineOf(end.error);
  return (
    <Section
      title={you.sessions}
      aside={
        hasOthers ? (
          <Button
            variant="default"
            size="compact-sm"
            disabled={end.isPending}
            onClick={() => {
              end.mutate(undefined);
            }}
          >
            {you.endOthers}
          </Button>
        ) : null
      }
    >
      {message === undefined ? null : <ErrorLine>{message}</ErrorLine>}
      <DataList
        name="sessions"
        label={you.sessions}
        columns={columnsOf(you)}
        query={query}
        keyOf={({ id }) => id}
        empty={{ title: you.empty, text: you.emptyText, guide: 'dashboard-account.md' }}
        actions={(session) =>
          session.isCurrent
            ? []
            : [
                {
                  label: you.end,
                  name: you.endOf(browserOf(session, you)),
                  isDisabled: end.isPending,
                  run: () => {
                    end.mutate(session.id);
                  },
                },
              ]
        }
      />
    </Section>
  );
}

function columnsOf(you: YouTexts): readonly Column<OwnSession>[] {
  return [
    {
      id: 'browser',
      label: you.browser,
      show: (session) =>
        session.isCurrent ? `${browserOf(session, you)} · ${you.current}` : browserOf(session, you),
    },
    { id: 'signedIn', label: you.signedIn, show: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: 'lastUsed', label: you.lastUsed, show: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  ];
}

function browserOf({ browser, system }: OwnSession, you: YouTexts): string {
  if (browser === undefined) return system ?? you.unknownBrowser;
  return system === undefined ? browser : you.browserOn(browser, system);
}
