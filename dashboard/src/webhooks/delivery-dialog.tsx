import { Button, Text, Title } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { Moment } from '../parts/moment.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './delivery-dialog.module.css';
import type { WebhookDelivery } from './webhook-queries.ts';
import { lastAnswer } from './webhook-states.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

interface DeliveryDialogProps {
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
}

/** Everything about one message: each try with its answer, and what was sent. */
export function DeliveryDialog({ delivery, onClose }: DeliveryDialogProps) {
  const { actions } = useTexts();
  const texts = useWebhookTexts();
  const { request, attempts } = delivery;
  return (
    <Dialog title={texts.detailsOf(delivery.type)} onClose={onClose}>
      <Title order={3} size="h5">
        {texts.attempts}
      </Title>
      <ol className={classes.tries}>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <Moment at={attempt.at} /> · {texts.took(attempt.durationMs)} ·{' '}
            {lastAnswer({ attempts: [attempt] }, texts)}
            {attempt.responseBody === undefined || attempt.responseBody === '' ? null : (
              <Code text={attempt.responseBody} label={texts.answer} />
            )}
          </li>
        ))}
      </ol>
      {attempts.length === 0 ? <Text size="sm">{texts.notSent}</Text> : null}
      <Title order={3} size="h5">
        {texts.request}
      </Title>
      {request === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.noRequest}
        </Text>
      ) : (
        <>
          <Code text={headerLines(request.headers)} label={texts.headers} />
          {request.body === undefined ? (
            <Text size="sm" c="dimmed">
              {texts.noRequest}
            </Text>
          ) : (
            <Code text={indented(request.body)} label={texts.body} />
          )}
        </>
      )}
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}

/** A text of a program. It scrolls, so the keyboard reaches it. */
function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
    <section className={classes.code} tabIndex={0} aria-label={label}>
      <pre className={classes.text}>{text}</pre>
    </section>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** JSON with a line for each member; any other text as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
