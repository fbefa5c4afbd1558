/**
 * The texts of what follows the form: progress, outcome, and links that lead to no form; `outcome-de.ts` has the same
 * keys.
 */
export const outcomeEn = {
  progress: {
    processing: 'Processing your payment',
    preparing: 'Preparing your licenses',
    text: 'Please keep this page open. It continues automatically as soon as the order is complete.',
    lost: 'The connection was lost. This page keeps trying.',
    slow: 'This is taking longer than usual. You can close this page. We’ll email you the receipt.',
    arrived: 'We received your payment.',
    waiting: 'Waiting for the payment to be confirmed.',
    continueText: 'Your bank or payment service asks for one more step. Continue there, then come back.',
    continue: 'Continue the payment',
    giveUp: 'Pay another way',
    notStopped: 'The payment could not be cancelled. Please try again in a moment.',
    elsewhere: 'This order is being paid on another page',
    elsewhereText:
      'Nothing was charged on this page. If you are paying in another window, go back to that one. If that payment fails, you can pay here.',
    giveUpElsewhere: 'Cancel the other payment',
    elsewhereWaiting: 'Waiting for the other payment to finish.',
  },
  embedded: {
    title: 'Complete your payment',
    text: 'Choose how you want to pay. Your card details go only to the payment service.',
    loading: 'The payment form is loading.',
    failed: 'The payment form could not be loaded',
    failedText: 'You can pay on the page of the payment service instead.',
    elsewhere: 'Go to the payment page',
  },
  dead: {
    unknown: 'We cannot find this order',
    unknownText:
      'The link is incomplete, or the order no longer exists. Go back to the shop and start the checkout again.',
    expired: 'This checkout link has expired',
    expiredText:
      'Checkout links work for 24 hours. Your cart is still there: go back to the shop and start the checkout again.',
    taken: 'This order belongs to an account now',
    takenText:
      'Someone signed in and took over this cart, so you cannot pay for it with this link. Nothing was charged. If that was you, start the checkout again in the shop, where you are signed in. If not, start a new cart there.',
    cancelled: 'Your order was cancelled',
    cancelledText:
      'It could not be delivered. The refund goes to your original payment method and can take a few days. To buy again, start a new cart in the shop.',
    cancelledElsewhere: 'This order was cancelled',
    cancelledElsewhereText: 'Nothing was charged on this page. To buy again, start a new cart in the shop.',
    empty: 'Your cart is empty',
    emptyText: 'Add something in the shop, then come back to pay.',
  },
  done: {
    withdraw: 'Withdraw from contract here',
    title: 'Order complete',
    thanks: 'Thank you',
    thanksTo: (name: string) => `Thank you, ${name}`,
    complete: 'This order is complete',
    completeOf: (number: string | undefined) =>
      number === undefined ? 'Your order is complete.' : `Your order ${number} is complete.`,
    forOwner: 'The licenses and the receipt went to the account that owns this cart.',
    byAnother: 'We emailed the receipt to the buyer. It says where to find the licenses.',
    toCustomer: (email: string) => `The licenses are in your account, and we sent the receipt to ${email}.`,
    toGuest: (email: string) => `We sent the receipt to ${email}. It says how to get your licenses.`,
    order: 'Order',
    date: 'Date',
    documents: { Receipt: 'Receipt', Invoice: 'Invoice' },
    receipt: 'View as PDF',
    next: 'What to do next',
    guestStep: 'Open your email.',
    guestStepText:
      'The receipt is there. If you still need to confirm your email address or choose a password, it has a link for that.',
    downloadStep: (vendor: string) => `Download what you bought from your account at ${vendor}.`,
    downloadOwnerStep: (vendor: string) => `Download what you bought from that account at ${vendor}.`,
    activateStep:
      'Install and open the application, start the activation there, and sign in with the same account.',
    toProducts: 'Go to my products',
    downloadFor: (product: string, platform: string) => `Download ${product} for ${platform}`,
    otherDownloads: 'Other systems',
    allDownloads: 'All downloads',
    onComputer: 'You install this on a computer. Send yourself the link, or open our email there.',
    shareLink: 'Send the link to my computer',
    copyLink: 'Copy the link',
    copied: 'The link is copied.',
    anySystem: 'all systems',
    noDownload: (product: string) =>
      `${product}: not released yet. The license is in your account, and the download will be there, too.`,
    back: (vendor: string, seconds: number) =>
      `We’ll take you back to ${vendor} in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    stay: 'Stay on this page',
  },
};

/** The same in one language. */
export type OutcomeTexts = typeof outcomeEn;
