import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Status } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import type { TeamTexts } from './team-en.ts';
import { type Operator, teamQuery } from './team-queries.ts';
import { useTeamTexts } from './team-texts.ts';

/** What a dialog is about. */
type Task = { readonly kind: 'change' | 'reset' | 'remove'; readonly operator: Operator };

/** The people who use the dashboard, their roles, and for owners how to change both. */
export function TeamPage() {
  const texts = useTexts();
  const team = useTeamTexts();
  const session = useSession();
  const [task, setTask] = useState<Task>();
  const [isInviting, setIsInviting] = useAddressDialog('new');
  const mayChange = mayDo(session, 'operators:write');
  const ownId = session.operator.id;
  return (
    <Page
      title={texts.team.label}
      aside={
        mayChange ? (
          <Button
            size="xs"
            onClick={() => {
              setIsInviting(true);
            }}
          >
            {team.invite}
          </Button>
        ) : null
      }
    >
      <DataList
        name="team"
        label={texts.team.label}
        columns={columnsOf(texts, team, ownId)}
        query={useInfiniteQuery(teamQuery)}
        keyOf={({ id }) => id}
        empty={{ title: team.empty, text: team.emptyText, guide: 'dashboard-account.md' }}
        actions={mayChange ? (operator) => actionsOn(operator, { team, ownId, start: setTask }) : undefined}
      />
      {isInviting ? (
        <InviteDialog
          onClose={() => {
            setIsInviting(false);
          }}
        />
      ) : null}
      <TaskDialog
        task={task}
        onClose={() => {
          setTask(undefined);
        }}
      />
    </Page>
  );
}

function columnsOf({ roles }: DashboardTexts, team: TeamTexts, ownId: string): readonly Column<Operator>[] {
  return [
    { id: 'name', label: team.name, show: ({ id, name }) => (id === ownId ? team.you(name) : name) },
    { id: 'email', label: team.email, show: ({ email }) => email },
    { id: 'role', label: team.role, show: ({ role }) => roles[role] },
    {
      id: 'status',
      label: team.status,
      show: ({ status }) => (
        <Status tone={status === 'Active' ? 'good' : 'waiting'}>{team.statuses[status]}</Status>
      ),
    },
    {
      id: 'lastSignedIn',
      label: team.lastSignedIn,
      show: ({ lastSignedInAt }) =>
        lastSignedInAt === undefined ? team.never : <Moment at={lastSignedInAt} />,
    },
  ];
}

interface Choice {
  readonly team: TeamTexts;
  readonly ownId: string;
  readonly start: (task: Task) => void;
}

/** What an owner does with somebody of the team. Nobody locks themselves out. */
function actionsOn(operator: Operator, { team, ownId, start }: Choice) {
  const { id, name } = operator;
  const action = (kind: 'change' | 'reset' | 'remove', label: string) => ({
    label: team[kind],
    name: label,
    run: () => {
      start({ kind, operator });
    },
  });
  return [
    action('change', team.changeOf(name)),
    ...(id === ownId ? [] : [action('reset', team.resetOf(name)), action('remove', team.removeOf(name))]),
  ];
}

function TaskDialog({ task, onClose }: { readonly task: Task | undefined; readonly onClose: () => void }) {
  switch (task?.kind) {
    case 'change':
      return <ChangeDialog operator={task.operator} onClose={onClose} />;
    case 'reset':
      return <ResetDialog operator={task.operator} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog operator={task.operator} onClose={onClose} />;
    case undefined:
      return null;
  }
}
