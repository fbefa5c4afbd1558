import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { useFailureLine } from '../failures/failure-line.ts';
import { answer, api } from '../api/client.ts';
import { Moment } from '../parts/moment.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useRetry } from './use-retry.ts';
import type { Webhook } from './webhook-queries.ts';
import { lastAnswer } from './webhook-states.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

const ROWS = 10;
/** Messages fail by themselves, while somebody looks. */
const POLL_MS = 4_000;

/** The newest messages that did not arrive, why, and a button that sends each again. */
export function FailedDeliveries({ webhook: { id, status } }: { readonly webhook: Webhook }) {
  const texts = useWebhookTexts();
  const lineOf = useFailureLine();
  const { run, isBusy, failure } = useRetry(id);
  const mayRetry = mayDo(useSession(), 'webhooks:write') && status === 'Enabled';
  const query = useQuery({
    queryKey: ['webhook', id, 'failed'],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { status: 'Failed' as const, pageSize: ROWS } };
      return answer(api.GET('/api/webhooks/{id}/deliveries', { params, signal }));
    },
    refetchInterval: POLL_MS,
  });
  const message = failure === null ? undefined : lineOf(failure);
  return (
    <>
      {message === undefined ? null : <ErrorLine>{message}</ErrorLine>}
      <ShortList query={query} empty={texts.noFailed}>
        {(delivery) => (
          <li key={delivery.id} className={classes.row}>
            <span>{delivery.type}</span>
            <span className={classes.text}>{lastAnswer(delivery, texts)}</span>
            <Moment at={delivery.attempts.at(-1)?.at ?? delivery.createdAt} />
            {mayRetry ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={texts.againOf(delivery.type)}
                disabled={isBusy}
                onClick={() => {
                  run(delivery.id);
                }}
              >
                {texts.again}
              </Button>
            ) : null}
          </li>
        )}
      </ShortList>
    </>
  );
}
