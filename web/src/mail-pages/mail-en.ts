/** The texts of the pages that links in mails open; `mail-de.ts` has the same keys. */
export const mailEn = {
  titleOf: (title: string, vendor: string) => `${title} – ${vendor}`,
  theShop: 'the shop',
  goTo: (vendor: string) => `Go to ${vendor}`,
  expired: 'This link no longer works',
  wrong: 'This link is incomplete',
  wrongText: 'Open the link in your email again. If it spans several lines, copy all of it.',
  sending: 'Sending.',
  proof: {
    title: 'Confirm your email address',
    intro: (email: string) => `Enter the password of your account to confirm ${email}.`,
    confirm: 'Confirm',
    confirming: 'Confirming.',
    noPassword: 'I have no password, or don’t know it',
    done: 'Your email address is confirmed',
    doneText: (email: string) => `${email} is confirmed. Thank you!`,
    unchangedText:
      'The account has a password, which still works. If you don’t know it, we can email you a link to choose a new one.',
    sendReset: 'Send me a link for a new password',
    sendFirst: 'Send me a link to choose a password',
    expired:
      'The link was already used or is older than 24 hours. Sign in at the shop: if the address still has to be confirmed, we send you a new link.',
    firstExpired:
      'The link was already used or has expired. If you have not chosen a password yet, we can email you a link to choose one.',
    firstText: (email: string) =>
      `Confirm that ${email} is your address, then choose a password for your account.`,
    firstLabel: 'Confirm and choose a password',
    replaceTitle: 'Confirm without a password',
    replaceText:
      'If something was bought for your address, the old password stops working, all devices are signed out, and you choose a new password. That shuts out anyone else who signed up with your address. Otherwise nothing changes.',
    replaceLabel: 'Confirm my address',
  },
  change: {
    title: 'Confirm your new email address',
    text: (email: string) => `Your account will use ${email} from now on.`,
    label: 'Use this email address',
    done: 'Your email address was changed',
    doneText: (email: string) => `Sign in with ${email} from now on.`,
    expired:
      'The link was already used, is older than 24 hours, or belongs to another account. Change the address at the shop again.',
    reason: 'Sign in with your current email address to use the new one.',
    undoTitle: 'Undo the change of your email address',
    undoText: (email: string) =>
      `Your account will use ${email} again. All devices will be signed out, and you choose a new password.`,
    undoLabel: 'Undo the change',
    undoExpired:
      'The change was already undone, or was made more than 7 days ago. If you cannot sign in, contact the shop.',
  },
  denial: {
    title: 'Remove this account?',
    text: (email: string) =>
      `Someone signed up with ${email}. If that wasn’t you, remove the account: this signs it out everywhere, deletes its data and frees your address. This cannot be undone.`,
    label: 'Remove the account',
    keep: 'It was me: keep the account',
    done: 'The account was removed',
    doneText: (email: string) =>
      `${email} no longer belongs to an account. You can create one yourself at any time.`,
    kept: 'You kept the account',
    keptText: 'Nothing has changed. To confirm your address, open the other link in the email.',
    expired: 'The link was already used, is older than 7 days, or was replaced by the one in a newer email.',
    owns: 'This account has purchases',
    ownsText:
      'Its buyer may have mistyped the address, so this link cannot remove it. You can take the account over with a new password, which signs everyone else out, or ask the shop to remove it.',
    takeOver: 'Send me a link for a new password',
  },
  merge: {
    title: 'Merge your two accounts?',
    text: (email: string) =>
      `The account with ${email} becomes part of the one that the email names. Everything that you have bought, your subscriptions and their payment methods belong to that account then. You no longer sign in with ${email}, and nobody can undo this.`,
    warning: 'If the other account is not yours, decline: otherwise its owner gets what is yours.',
    other: 'Email of the other account',
    otherMissing: 'Enter the email of your other account.',
    otherWrong: 'That is not the email of the other account. If you do not know it, decline.',
    label: 'Merge the accounts',
    sending: 'Merging the accounts.',
    decline: 'Decline: keep both accounts',
    done: 'Your two accounts are one now',
    doneText: 'Sign in with the other email address. Your devices go on working.',
    kept: 'Both accounts stay as they are',
    keptText: 'Nothing has changed. If you did not ask for this, tell the shop.',
    expired: 'The link was already used, is older than 7 days, or was replaced by the one in a newer email.',
    refused: 'The accounts cannot be merged now',
    refusedText: 'Something has changed since the email was sent. Nothing was merged: ask the shop.',
  },
  password: {
    title: 'Choose a new password',
    firstTitle: 'Choose a password',
    intro: (email: string) => `For the account of ${email}.`,
    label: 'New password',
    firstLabel: 'Password',
    save: 'Save the new password',
    firstSave: 'Save the password',
    saving: 'Saving the password.',
    done: 'Your password was changed',
    signedOut: 'You were signed out on all devices.',
    signInAgain: 'Sign in with the new password.',
    signedInText: (email: string) =>
      `You are signed in here, and were signed out on all other devices. From now on, use ${email} and the new password.`,
    firstDone: 'Your password is saved',
    firstDoneText: (email: string) =>
      `Your address is confirmed. Sign in with ${email} and this password, in the shop and in the application.`,
    firstSignedInText: (email: string) =>
      `Your address is confirmed, and you are signed in. In the application, use ${email} and this password.`,
    confirmed: 'Your address is confirmed.',
    otherText: (email: string, other: string) =>
      `This browser is signed in as ${other}. To use ${email} here, sign out first.`,
    notSignedIn: 'You could not be signed in just now.',
    toProducts: 'Go to my products',
    expired: 'The link was already used, is older than 30 minutes, or was replaced by a newer one.',
    sendAgain: 'Send me a new link',
    sent: (email: string) => `Check your email. If ${email} has an account, a link is on its way.`,
  },
  newsletter: {
    confirmTitle: 'Get our emails?',
    confirmText: (email: string) => `Do you want emails from us at ${email}?`,
    confirmLabel: 'Yes, send them',
    subscribed: 'You get our emails',
    subscribedText: (email: string) =>
      `We’ll write to ${email}. Each of our emails has a link to unsubscribe.`,
    confirmExpired: 'The link was already used or is older than 7 days. Subscribe again at the shop.',
    unsubscribe: 'Unsubscribe',
    unsubscribeText: (email: string) => `Stop all newsletters and product updates to ${email}?`,
    unsubscribed: 'You are unsubscribed',
    unsubscribedText: (email: string) =>
      `We’ll send no more newsletters or product updates to ${email}. You still get receipts and security emails.`,
    wrongLink: 'Use the link in our newest email instead.',
    choiceTitle: 'Choose what we send you',
    emailsTo: (email: string) => `Emails to ${email}`,
    newsletter: 'Newsletter',
    productUpdates: 'Product updates',
    save: 'Save',
    saving: 'Saving.',
    saved: 'Saved.',
  },
  subscription: {
    title: 'Your subscription',
    renews: (amount: string, day: string) => `Renews on ${day} for ${amount}.`,
    due: 'A payment is open.',
    ends: (day: string) => `Cancelled. It works until ${day}.`,
    ended: 'This subscription has ended. Nothing more is charged.',
    noMethod: 'No payment method is saved.',
    pay: 'Pay now',
    changeMethod: 'Use another payment method',
    methodSaved: 'The new payment method is saved.',
    methodTitle: 'Payment method',
    method: (brand: string, last4: string) =>
      last4 === '' ? `Now: ${brand}` : `Now: ${brand} ending in ${last4}`,
    close: 'Close',
    back: 'Back',
    cancel: 'Cancel the subscription',
    cancelTitle: 'Cancel this subscription?',
    cancelText: 'Nothing more is charged. What you have works until the end of the paid period.',
    cancelLabel: 'Cancel now',
    keep: 'Keep it',
    resume: 'Keep the subscription',
    renew: 'Renew the subscription',
    expired: 'Use the link in a newer email, or sign in to your account.',
  },
};

/** The same in one language. */
export type MailTexts = typeof mailEn;
