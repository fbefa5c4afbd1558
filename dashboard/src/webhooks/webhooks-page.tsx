import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { AddDialog } from './add-dialog.tsx';
import type { WebhookTexts } from './webhook-en.ts';
import { type Webhook, webhooksQuery } from './webhook-queries.ts';
import { WebhookStatus } from './webhook-states.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

/** Where events are sent. */
export function WebhooksPage() {
  const { webhooks } = useTexts();
  const texts = useWebhookTexts();
  const [isAdding, setIsAdding] = useAddressDialog('new');
  const mayChange = mayDo(useSession(), 'webhooks:write');
  const add = () => {
    setIsAdding(true);
  };
  return (
    <Page
      title={webhooks.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={add}>
            {texts.add}
          </Button>
        ) : null
      }
    >
      <DataList
        name="webhooks"
        label={webhooks.label}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(webhooksQuery)}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/webhooks/${id}`}
        csv={{ kind: 'webhooks', query: {} }}
        empty={{
          title: texts.empty,
          text: texts.emptyText,
          guide: 'webhooks.md',
          onAdd: mayChange ? add : undefined,
        }}
      />
      {isAdding ? (
        <AddDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
    </Page>
  );
}

function columnsOf(texts: WebhookTexts): readonly Column<Webhook>[] {
  return [
    { id: 'url', label: texts.url, show: (webhook) => placeOf(webhook) },
    { id: 'status', label: texts.status, show: (webhook) => <WebhookStatus webhook={webhook} /> },
    { id: 'types', label: texts.types, show: ({ types }) => types.join(', ') },
    { id: 'description', label: texts.description, show: ({ description }) => description },
    {
      id: 'failing',
      label: texts.failingSince,
      show: ({ failingSince }) => (failingSince === undefined ? null : <Moment at={failingSince} />),
    },
    { id: 'created', label: texts.created, show: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}

/** The host and the path of an endpoint: all of them begin alike. */
export function placeOf({ url }: Pick<Webhook, 'url'>): string {
  return url.replace(/^https?:\/\//, '');
}
