/** The types of the former service, for receivers that were written for it. */
export const LEGACY_TYPES: Readonly<Record<string, string>> = {
  'order.paid': 'OrderPaid',
  'order.completed': 'OrderCompleted',
  'order.refunded': 'OrderRefunded',
  'activation.created': 'LicenseActivated',
  'trial.started': 'TrialActivated',
  'release.published': 'ProductReleasePublished',
};
