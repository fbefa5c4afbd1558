/** The texts of what can be done with a license; `license-de.ts` has the same keys. */
export const licenseEn = {
  issue: 'Issue a license',
  issueSubmit: 'Issue',
  issueText:
    'The license is free. An unknown address becomes a customer without a password, and gets no mail.',
  issueEmail: 'Email of the owner',
  issueName: 'Name',
  issueNameText: 'For somebody new; you may leave it out.',
  issueProduct: 'Product',
  issueQuantity: 'How many licenses',
  choose: 'Choose…',
  chooseProduct: 'Choose a product.',
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
  reissue: 'Reissue',
  reissueTitle: (product: string) => `Reissue the license of ${product}`,
  reissueText:
    'The license gets a new key for the same rights, and the previous key no longer belongs to it. The owner sees the new one in the account. Nobody gets a mail.',
  reissueKeyless: (devices: number) =>
    devices === 1
      ? 'This license has no key to replace. Its device is released: the application stops working when it next checks the license, and the owner activates it again.'
      : `This license has no key to replace. Its ${devices} devices are released: applications stop working when they next check the license, and the owner activates them again.`,
  reissueNothing: 'This license has no key, and no device uses it: there is nothing to reissue.',
  releaseDevices: (devices: number) =>
    devices === 1 ? 'Release its device, too' : `Release its ${devices} devices, too`,
  releaseAllDevices: 'Release their devices, too',
  releaseDevicesText:
    'Applications stop working when they next check the license, and the owner activates them again. Otherwise devices stay activated.',
  revoke: 'Revoke',
  revokeTitle: (product: string) => `Revoke the license of ${product}?`,
  revokeText:
    'Applications stop working when they next check the license. It can be restored, and its devices then have their seats again.',
  restore: 'Restore',
  restoreTitle: (product: string) => `Restore the license of ${product}?`,
  restoreText: 'Devices that had a seat when it was revoked have it again.',
  manyChosen: 'Change the selected licenses',
  many: 'Change all licenses of these filters',
  counting: (count: number) => `Counting… ${count}`,
  chosen: (count: number) => (count === 1 ? '1 license is selected.' : `${count} licenses are selected.`),
  matching: (count: number) => (count === 1 ? '1 license matches.' : `${count} licenses match.`),
  tooMany: (most: number) => `More than ${most} licenses match. Narrow the filters.`,
  noneMatches: 'No license matches these filters.',
  action: 'What happens to each',
  actions: {
    Extend: 'Extend',
    Reissue: 'Reissue',
    Transfer: 'Transfer',
    Revoke: 'Revoke',
    Restore: 'Restore',
  },
  manyText: {
    Extend:
      'Licenses that end earlier are extended to the end of this day (UTC); perpetual and later ones stay as they are.',
    Reissue:
      'Licenses with a key get a new one for the same rights, and previous keys no longer belong to them. Owners see theirs in the account. Nobody gets a mail: write to the holders afterwards.',
    Transfer: 'All of them go to this customer, and their devices are released. Nobody gets a mail.',
    Revoke: 'Applications stop working when they next check the license. Each can be restored afterwards.',
    Restore:
      'Those that are revoked work again, and devices that had a seat when they were revoked have it again. The others stay as they are.',
  },
  endDay: 'Ends after this day',
  endDayShape: 'Choose a day.',
  start: (action: string, count: number) => `${action}: ${count}`,
  stop: 'Stop',
  progress: (done: number, all: number) => `${done} of ${all}`,
  manyDone: (changed: number, unchanged: number) => `${changed} changed, ${unchanged} did not need it.`,
  manyRefused: (count: number, reason: string) => `${count} refused: ${reason}`,
  goesOn: 'Some of it may be done, so this change stays as it is. Send it again for the rest.',
  stopped: (rest: number) => `Stopped: ${rest} were not looked at.`,
  message: 'Write to the holders',
  messageAbout:
    'Use this for messages about their licenses: nothing here checks consent to advertising. Each customer with a confirmed address gets one mail, and at most five messages a day.',
  messageSubject: 'Subject',
  messageText: 'Message',
  messageTextShape: 'Plain text; an empty line begins a paragraph.',
  messageMissing: 'Write something.',
  messageLook: 'Preview',
  messageTo: (count: number) =>
    count === 1 ? 'It goes to the holder of 1 license.' : `It goes to the holders of ${count} licenses.`,
  messageSend: (count: number) =>
    count === 1 ? 'Send to the holder of 1 license' : `Send to the holders of ${count} licenses`,
  messageTest: 'Send it to me first',
  messageTested: 'It is on its way to your address.',
  messageBack: 'Change it',
  messageDone: (now: number, before: number) =>
    `Sent to the holders of ${now}; those of ${before} had it already.`,
};

/** The texts in one language. */
export type LicenseTexts = typeof licenseEn;
