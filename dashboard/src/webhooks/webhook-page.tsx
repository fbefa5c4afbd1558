import { Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { useRetry } from './use-retry.ts';
import { WebhookActions } from './webhook-actions.tsx';
import type { WebhookTexts } from './webhook-en.ts';
import {
  deliveriesQuery,
  deliveriesQueryOf,
  deliveryFiltersIn,
  type Webhook,
  type WebhookDelivery,
  webhookQuery,
} from './webhook-queries.ts';
import { DeliveryStatus, lastAnswer, WebhookStatus } from './webhook-states.tsx';
import { useWebhookTexts } from './webhook-texts.ts';
import { placeOf } from './webhooks-page.tsx';

const route = getRouteApi('/frame/webhooks/$webhookId');

/** One endpoint: what failed and why, everything that was sent, and what can be done. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const { webhooks } = useTexts();
  const texts = useWebhookTexts();
  return (
    <Loaded query={useQuery(webhookQuery(webhookId))} title={webhooks.label}>
      {(webhook) => (
        <Page
          title={placeOf(webhook)}
          aside={
            <>
              <WebhookStatus webhook={webhook} />
              <WebhookActions webhook={webhook} />
            </>
          }
        >
          {webhook.replay === undefined ? null : (
            <Text component="output" size="sm">
              {texts.replaying(webhook.replay.sent)}
            </Text>
          )}
          <Section title={texts.failed}>
            <FailedDeliveries webhook={webhook} />
          </Section>
          <Section title={texts.facts}>
            <WebhookFacts webhook={webhook} />
          </Section>
          <Deliveries webhook={webhook} />
        </Page>
      )}
    </Loaded>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const texts = useWebhookTexts();
  const { failingSince, productIds } = webhook;
  return (
    <Facts
      rows={[
        { name: texts.url, value: webhook.url },
        { name: texts.types, value: webhook.types.join(', ') },
        { name: texts.products, value: productIds.join(', ') },
        { name: texts.form, value: texts.forms[webhook.form] },
        { name: texts.payload, value: texts.payloads[webhook.payload] },
        { name: texts.description, value: webhook.description },
        {
          name: texts.failingSince,
          value: failingSince === undefined ? undefined : <Moment at={failingSince} />,
        },
        { name: texts.publicKey, value: webhook.publicKey },
        { name: texts.created, value: <Moment at={webhook.createdAt} /> },
        { name: texts.id, value: webhook.id },
      ]}
    />
  );
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const texts = useWebhookTexts();
  const filters = deliveryFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const { run, isBusy } = useRetry(webhook.id);
  const [current, setCurrent] = useState<WebhookDelivery>();
  const mayRetry = mayDo(useSession(), 'webhooks:write') && webhook.status === 'Enabled';
  return (
    <Section title={texts.deliveries}>
      <DataList
        name="deliveries"
        label={texts.deliveries}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(deliveriesQuery(webhook.id, filters))}
        keyOf={({ id }) => id}
        csv={{ kind: `deliveries/${webhook.id}`, query: deliveriesQueryOf(filters), isPersonal: true }}
        empty={{ title: texts.noDeliveries, text: texts.noDeliveriesText, guide: 'webhooks.md' }}
        onClear={isFiltered(filters) ? () => void navigate({ search: {}, replace: true }) : undefined}
        filters={
          <ChoiceFilter
            label={texts.status}
            value={filters.status}
            options={texts.deliveryStatuses}
            onChange={(status) => void navigate({ search: { status }, replace: true })}
          />
        }
        actions={(delivery) => [
          {
            label: texts.details,
            name: texts.detailsOf(delivery.type),
            run: () => {
              setCurrent(delivery);
            },
          },
          ...(mayRetry && delivery.status !== 'Pending'
            ? [
                {
                  label: texts.again,
                  name: texts.againOf(delivery.type),
                  isDisabled: isBusy,
                  run: () => {
                    run(delivery.id);
                  },
                },
              ]
            : []),
        ]}
      />
      {current === undefined ? null : (
        <DeliveryDialog
          delivery={current}
          onClose={() => {
            setCurrent(undefined);
          }}
        />
      )}
    </Section>
  );
}

function columnsOf(texts: WebhookTexts): readonly Column<WebhookDelivery>[] {
  return [
    {
      id: 'event',
      label: texts.event,
      show: ({ type, isTest }) => (isTest ? `${type} · ${texts.isTest}` : type),
    },
    { id: 'status', label: texts.status, show: ({ status }) => <DeliveryStatus status={status} /> },
    { id: 'answer', label: texts.answer, show: (delivery) => lastAnswer(delivery, texts) },
    { id: 'tries', label: texts.tries, isNumber: true, show: ({ attempts }) => attempts.length },
    { id: 'sent', label: texts.sent, show: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'next',
      label: texts.nextTry,
      isExtra: true,
      show: ({ nextAttemptAt }) => (nextAttemptAt === undefined ? null : <Moment at={nextAttemptAt} />),
    },
  ];
}
