import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { WebhookTexts } from './webhook-en.ts';

const webhookTexts = areaTexts<WebhookTexts>({
  en: () => import('./webhook-en.ts').then(({ webhookEn }) => webhookEn),
  de: () => import('./webhook-de.ts').then(({ webhookDe }) => webhookDe),
});

/** The texts of the pages about webhooks; suspends while they load. */
export function useWebhookTexts(): WebhookTexts {
  return useAreaTexts(webhookTexts);
}
