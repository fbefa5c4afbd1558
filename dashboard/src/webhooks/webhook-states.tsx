import { Status, type Tone } from '../parts/status.tsx';
import type { Webhook, WebhookDelivery } from './webhook-queries.ts';
import type { WebhookTexts } from './webhook-en.ts';
import { useWebhookTexts } from './webhook-texts.ts';

/** Whether an endpoint gets anything, and whether it takes it. */
export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const texts = useWebhookTexts();
  if (webhook.status === 'Disabled') {
    const { disabledReason = 'Manual' } = webhook;
    return (
      <Status tone={disabledReason === 'Manual' ? 'off' : 'bad'}>{texts.reasons[disabledReason]}</Status>
    );
  }
  if (webhook.failingSince !== undefined) return <Status tone="bad">{texts.failing}</Status>;
  return <Status tone="good">{texts.enabled}</Status>;
}

const TONES: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  Pending: 'waiting',
  Delivered: 'good',
  Failed: 'bad',
};

/** Whether a message arrived. */
export function DeliveryStatus({ status }: Pick<WebhookDelivery, 'status'>) {
  return <Status tone={TONES[status]}>{useWebhookTexts().deliveryStatuses[status]}</Status>;
}

/** What the receiver said the last time, as a sentence. */
export function lastAnswer({ attempts }: Pick<WebhookDelivery, 'attempts'>, texts: WebhookTexts): string {
  const last = attempts.at(-1);
  if (last === undefined) return texts.notSent;
  return last.error ?? (last.statusCode === undefined ? texts.noAnswer : texts.statusCode(last.statusCode));
}
