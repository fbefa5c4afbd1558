/** The texts of the mails about webhooks; `host` is that of an endpoint. */
export const en = {
  failing: {
    subject: (host: string) => `Webhooks to ${host} fail`,
    heading: 'Webhooks fail',
    text: (host: string, days: number) =>
      `For ${days === 1 ? 'a day' : `${days} days`}, no message to ${host} has arrived. We keep trying. After five days without a success, the endpoint is disabled.`,
  },
  disabled: {
    subject: (host: string) => `Webhooks to ${host} are disabled`,
    heading: 'Webhooks are disabled',
    text: (host: string) =>
      `For five days, no message to ${host} has arrived, so nothing more is sent there. When the receiver works again, send it a test: that enables it. Then replay what it has missed.`,
  },
  events: {
    subject: (count: number) => `${count} events`,
    heading: 'What has happened',
    more: (count: number) => `… and ${count} more.`,
    note: 'You get this mail because of the setting “notifications” of the account.',
  },
  endpoint: (id: string) => `Endpoint ${id}`,
};

export type WebhookTexts = typeof en;
