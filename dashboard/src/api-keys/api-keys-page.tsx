import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataList } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import type { ApiKeyTexts } from './api-key-en.ts';
import { type ApiKey, apiKeysQuery } from './api-key-queries.ts';
import { useApiKeyTexts } from './api-key-texts.ts';
import { CreateDialog } from './create-dialog.tsx';
import { RevokeDialog, RotateDialog } from './key-step-dialogs.tsx';

/** What a dialog is about. */
type Task = { readonly kind: 'create' } | { readonly kind: 'rotate' | 'revoke'; readonly apiKey: ApiKey };

/** The keys with which other programs call the Core API: what each may, who created it, and how to end it. */
export function ApiKeysPage() {
  const { apiKeys } = useTexts();
  const texts = useApiKeyTexts();
  const [task, setTask] = useState<Task>();
  const mayChange = mayDo(useSession(), 'settings:write');
  const close = () => {
    setTask(undefined);
  };
  const create = () => {
    setTask({ kind: 'create' });
  };
  return (
    <Page
      title={apiKeys.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={create}>
            {texts.create}
          </Button>
        ) : null
      }
    >
      <DataList
        name="api-keys"
        label={apiKeys.label}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(apiKeysQuery)}
        keyOf={({ id }) => id}
        empty={{
          title: texts.empty,
          text: texts.emptyText,
          guide: 'core-api.md',
          onAdd: mayChange ? create : undefined,
        }}
        actions={mayChange ? (apiKey) => actionsOn(apiKey, texts, setTask) : undefined}
      />
      {task?.kind === 'create' ? <CreateDialog onClose={close} /> : null}
      {task?.kind === 'rotate' ? <RotateDialog apiKey={task.apiKey} onClose={close} /> : null}
      {task?.kind === 'revoke' ? <RevokeDialog apiKey={task.apiKey} onClose={close} /> : null}
    </Page>
  );
}

const TONES: Readonly<Record<ApiKey['status'], Tone>> = { Active: 'good', Expired: 'off', Revoked: 'bad' };

function columnsOf(texts: ApiKeyTexts): readonly Column<ApiKey>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    { id: 'prefix', label: texts.prefix, show: ({ prefix }) => prefix },
    {
      id: 'status',
      label: texts.status,
      show: ({ status }) => <Status tone={TONES[status]}>{texts.statuses[status]}</Status>,
    },
    {
      id: 'scopes',
      label: texts.scopes,
      show: ({ scopes }) => (scopes.includes('*') ? texts.everything : scopes.join(', ')),
    },
    {
      id: 'lastUsed',
      label: texts.lastUsed,
      show: ({ lastUsedAt }) => (lastUsedAt === undefined ? texts.never : <Moment at={lastUsedAt} />),
    },
    { id: 'created', label: texts.created, show: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: 'createdBy', label: texts.createdBy, show: ({ createdBy }) => creatorOf(createdBy, texts) },
    {
      id: 'expires',
      label: texts.expires,
      show: ({ expiresAt }) => (expiresAt === undefined ? texts.never : <Moment at={expiresAt} />),
    },
  ];
}

function creatorOf(creator: ApiKey['createdBy'], { creators }: ApiKeyTexts): string | undefined {
  if (creator === undefined) return undefined;
  const { kind, name } = creator;
  if (name !== undefined) return name;
  return kind === 'ApiKey' || kind === 'CommandLine' ? creators[kind] : creators.other;
}

/** What can be done with a key: nothing once it was revoked, and one that has expired gets no new secret. */
function actionsOn(apiKey: ApiKey, texts: ApiKeyTexts, start: (task: Task) => void) {
  const { name, status } = apiKey;
  const action = (kind: 'rotate' | 'revoke', label: string) => ({
    label: texts[kind],
    name: label,
    run: () => {
      start({ kind, apiKey });
    },
  });
  return [
    ...(status === 'Active' ? [action('rotate', texts.rotateOf(name))] : []),
    ...(status === 'Revoked' ? [] : [action('revoke', texts.revokeOf(name))]),
  ];
}
