/** The texts of the mails about webhooks; `host` is that of an endpoint. */
export const en = {
  failing: {
    subject: (host: string) => `Webhooks to ${host} are failing`,
    heading: 'Webhooks are failing',
    text: (host: string, days: number) =>
      `No message to ${host} has arrived for ${days === 1 ? 'a day' : `${days} days`}. We keep trying. After five days without a success, the endpoint is disabled.`,
  },
  disabled: {
    subject: (host: string) => `Webhooks to ${host} are disabled`,
    heading: 'Webhooks are disabled',
    text: (host: string) =>
      `No message to ${host} has arrived for five days, so we no longer send any there. When the receiver works again, send it a test: that enables it. Then replay what it has missed.`,
  },
  events: {
    subject: (count: number) => `${count} events`,
    heading: 'What happened',
    more: (count: number) => `… and ${count} more.`,
    note: 'You get this email because of the account setting “notifications”.',
  },
  endpoint: (id: string) => `Endpoint ${id}`,
};

export type WebhookTexts = typeof en;
