import type { WebhookTexts } from './en.ts';

/** The German texts. */
export const de: WebhookTexts = {
  failing: {
    subject: (host) => `Webhooks an ${host} schlagen fehl`,
    heading: 'Webhooks schlagen fehl',
    text: (host, days) =>
      `Seit ${days === 1 ? 'einem Tag' : `${days} Tagen`} ist keine Nachricht an ${host} angekommen. Wir versuchen es weiter. Nach fünf Tagen ohne Erfolg wird der Endpunkt deaktiviert.`,
  },
  disabled: {
    subject: (host) => `Webhooks an ${host} sind deaktiviert`,
    heading: 'Webhooks sind deaktiviert',
    text: (host) =>
      `Seit fünf Tagen ist keine Nachricht an ${host} angekommen. Deshalb wird nichts mehr dorthin gesendet. Wenn der Empfänger wieder funktioniert, senden Sie ihm einen Test: Das aktiviert ihn. Senden Sie danach noch einmal, was er verpasst hat.`,
  },
  events: {
    subject: (count) => `${count} Ereignisse`,
    heading: 'Was geschehen ist',
    more: (count) => `… und ${count} weitere.`,
    note: 'Sie erhalten diese E-Mail aufgrund der Kontoeinstellung „notifications“.',
  },
  endpoint: (id) => `Endpunkt ${id}`,
};
