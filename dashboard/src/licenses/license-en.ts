/** The texts of what can be done with a license; `license-de.ts` has the same keys. */
export const licenseEn = {
  change: 'Change',
  changeTitle: (product: string) => `Change the license of ${product}`,
  expires: 'Ends after this day',
  expiresText: 'Empty: it never ends. Days end at midnight, UTC.',
  updatesUntil: 'Updates until this day',
  updatesUntilText: 'Empty: updates without an end.',
  seats: 'Devices at the same time',
  offline: 'Devices without a network can be activated',
  reason: 'Reason',
  reasonText: 'Needed when it covers fewer versions than before. It is kept in the audit log.',
  save: 'Save',
  nothing: 'Nothing was changed yet.',
  transfer: 'Transfer',
  transferTitle: (product: string) => `Transfer the license of ${product}`,
  transferText:
    'All devices are released, and the new owner activates the license again. Nobody gets a mail. The order stays with who bought it.',
  newOwner: 'Email of the new owner',
  revoke: 'Revoke',
  revokeTitle: (product: string) => `Revoke the license of ${product}?`,
  revokeText:
    'Applications stop working when they next check the license. It can be restored, and its devices then have their seats again.',
  restore: 'Restore',
  restoreTitle: (product: string) => `Restore the license of ${product}?`,
  restoreText: 'Devices that had a seat when it was revoked have it again.',
};

/** The texts in one language. */
export type LicenseTexts = typeof licenseEn;
