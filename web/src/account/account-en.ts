/** The texts that the pages of the account share, and those of its products; `account-de.ts` has the same keys. */
export const accountEn = {
  common: {
    products: 'Products',
    cancel: 'Cancel',
    save: 'Save',
    saving: 'Saving.',
    saved: 'Saved.',
    toShop: 'Go to the shop',
    redeem: 'Redeem a code',
    more: 'Show more',
    loadingMore: 'Loading more.',
    copy: 'Copy',
    copied: 'Copied.',
  },
  session: {
    signIn: 'Sign in',
    signUp: 'Create an account',
    reason: 'See your products, licenses and orders.',
    signUpReason: 'Keep your products, licenses and orders in one place.',
    endedText: 'Your session has ended. Sign in again: what you entered on this page is still there.',
    signedOutText: 'You signed out in another tab. Sign in again to continue.',
    guest: 'Bought without an account?',
    guestText:
      'Choose “Forgot your password?” and enter the email address you used for your purchase. We’ll email you a link to choose a password.',
  },
  products: {
    title: 'My products',
    search: 'Search my products',
    noMatch: (text: string) => `No product matches “${text}”.`,
    matches: (count: number) => (count === 1 ? '1 product' : `${count} products`),
    empty: 'You have no products yet.',
    emptyText: 'What you buy or redeem appears here, with its downloads and licenses.',
    licenses: (count: number) => (count === 1 ? '1 license' : `${count} licenses`),
    seats: (active: number, total: number) => `${active} of ${total} devices`,
    trial: 'Trial',
    ended: 'License ended',
    version: (version: string) => `Version ${version}`,
    update: (count: number, version: string) =>
      count === 1 ? `1 device can update to ${version}` : `${count} devices can update to ${version}`,
    download: (system: string) => `Download for ${system}`,
    noDownload: 'No download yet.',
    open: (name: string) => `Licenses and devices of ${name}`,
    manage: 'Licenses and devices',
    anySystem: 'all systems',
  },
  product: {
    back: 'My products',
    unknown: 'We cannot find this product',
    unknownText: 'The link is wrong, or the product no longer exists.',
    notOwned: (name: string) => `You have no license for ${name}.`,
    notOwnedText: 'Get one in the shop, or sign in to the account that owns it.',
    tried: (name: string) => `Keep ${name} after the trial`,
    triedText: (days: number | undefined) =>
      days === undefined
        ? 'When the trial ends, you need a license to continue.'
        : `A trial runs for ${days === 1 ? '1 day' : `${days} days`} on each device. After it, you need a license.`,
    buy: (amount: string) => `Buy for ${amount}`,
    look: 'View in the shop',
    download: 'Download',
    downloadFailed: 'The download could not start',
    version: (version: string) => `Version ${version}`,
    file: (name: string, size: string) => `${name}, ${size}`,
    noFileHere: (system: string) => `There is no file for ${system}.`,
    otherSystems: 'Other systems',
    onComputer: 'Open this page on your computer to download it there.',
    notes: (version: string) => `What is new in ${version}`,
    noFiles: 'No download yet.',
    ownersOnly: 'Downloads are for owners of a license.',
    activate: 'How to activate',
    activateText: (name: string) =>
      `Install and open ${name}, start the activation there, and sign in with this account.`,
    license: 'License',
    ofBundle: (bundle: string) => `From ${bundle}`,
    ofOrder: (number: string) => `Order ${number}`,
    since: (date: string) => `Since ${date}`,
    renews: (date: string) => `Renews ${date}`,
    expires: (date: string) => `Valid until ${date}`,
    expired: (date: string) => `Expired on ${date}`,
    expiredText: 'This license no longer works on your devices.',
    coversMajor: (major: number) => `Covers version ${major} and earlier ones`,
    updatesUntil: (date: string) => `Includes every version until ${date}`,
    updatesEnded: (date: string, version: string | undefined) =>
      version === undefined
        ? `Updates ended on ${date}`
        : `Updates ended on ${date}: it covers everything up to version ${version}`,
    upgrade: {
      Upgrade: (name: string, amount: string) => `Upgrade to ${name} for ${amount}`,
      Renewal: (name: string, amount: string) => `Renew with ${name} for ${amount}`,
    },
    revoked: 'Revoked',
    revokedText: 'This license was revoked, for example after a refund. It no longer works on your devices.',
    key: 'License key',
    seats: (active: number, total: number) => `${active} of ${total} devices in use`,
    full: 'This license is in use on as many devices as it allows. To use another device, release one that you no longer need.',
    devicesFailed: 'Your devices cannot be shown.',
    update: (version: string) => `Update to ${version} available`,
    offlineTitle: 'Activate a device without internet',
    offlineText:
      'Save a device file in the app on that device, then upload it here. You get the license file right away.',
    offlinePage: 'Open on a separate page',
  },
};

/** The same in one language. */
export type AccountTexts = typeof accountEn;
