/** The texts of the page that activates a device in the browser; `activation-de.ts` has the same keys. */
export const activationEn = {
  loading: 'Activation',
  titleOf: (title: string, vendor: string) => `${title} – ${vendor}`,
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  request: {
    title: (product: string) => `Activate ${product}`,
    device: 'Device',
    use: 'Use',
    offline: 'Without an internet connection',
    notYou: 'Didn’t start this yourself?',
    cancel: 'Cancel the activation',
  },
  choice: {
    heading: 'How do you want to use it?',
    running: (product: string) => `A trial of ${product} is running on this device.`,
    text: (product: string) => `Sign in if you own ${product}. A trial needs no account.`,
    signIn: 'Sign in to use a license',
    back: 'Back to the trial',
    looking: 'Looking for your licenses.',
  },
  trial: {
    proceed: (left: string) => `Continue the trial (${left} left)`,
    start: (days: number) => `Start the ${days}-day trial`,
    runningHeading: 'Your trial is running',
    offerHeading: 'Try before you buy',
    running: (product: string, left: string) =>
      `You have no license for ${product} yet. The trial on this device has ${left} left.`,
    offer: (product: string, days: string) =>
      `You have no license for ${product} yet. Use it free for ${days} on this device; the trial ends automatically.`,
  },
  license: {
    heading: (product: string) => `You own ${product}`,
    text: 'Your license covers this device. It stays activated until it is released.',
    offlineText: 'Your license covers this device. It works there without an internet connection.',
    activate: (product: string) => `Activate ${product}`,
    activating: 'Activating.',
  },
  lack: {
    heading: (product: string) => `You need a license for ${product}`,
    text: 'This account has no license for it. Get one, or sign in with the account that has it.',
    trialOver: (product: string) =>
      `The trial of ${product} on this device has ended, and this account has no license for it. Get one, or sign in with the account that has it.`,
    get: (product: string) => `Get ${product}`,
    getAnother: 'Get another license',
    ask: (vendor: string) => `Ask ${vendor} how to get one.`,
    newTab: ' (opens in a new tab)',
    recheck: 'I have one now, check again',
    otherAccount: 'Use another account',
  },
  noSeat: {
    heading: 'No activations left',
    offlineHeading: 'No offline activations left',
    text: (product: string) => `To use ${product} on this device, another device must be released first.`,
    offlineText: (product: string) => `Your licenses for ${product} have no offline activations left.`,
    release: 'Choose one below.',
    offlineRelease: 'Release a device that you no longer use.',
    ask: (vendor: string) => `Ask ${vendor} to release one.`,
    offlineAsk: (vendor: string) => `Ask ${vendor} for more.`,
  },
  uncovered: {
    heading: (product: string) => `Your license does not cover this version of ${product}`,
    text: (version: string | undefined) =>
      version === undefined
        ? 'An upgrade covers it. Then come back to this page.'
        : `It covers everything up to version ${version}. An upgrade covers this one, too. Then come back to this page.`,
    upgrade: 'Upgrade the license',
  },
  awaited: {
    heading: (product: string) => `Your license for ${product} is waiting for you`,
    text: 'You can activate this device as soon as your email address is confirmed.',
    recheck: 'Check again',
  },
  recheck: { checking: 'Checking.', unchanged: 'Nothing has changed yet.' },
  signIn: {
    own: (product: string) => `Use the account that owns ${product}.`,
    get: (product: string) => `With an account you can get a license for ${product}.`,
    trialOver: 'The trial on this device has ended.',
    orContinue: (product: string) => `Use your license for ${product}, or continue the trial on this device.`,
    thenContinue: (product: string) => `Then continue the trial of ${product} on this device.`,
    orTry: (product: string, days: string) => `Use your license for ${product}, or try it free for ${days}.`,
    thenTry: (product: string, days: string) => `Then try ${product} free for ${days}.`,
  },
  notice: {
    twice: 'Trying again never uses a second activation.',
  },
  unknown: {
    title: 'We cannot find this activation',
    text: 'The link is incomplete or no longer valid. Go back to the app and start the activation there again.',
  },
  expired: {
    title: 'This activation has expired',
    text: 'For your security, these links work for one hour. Go back to the app and start the activation there again.',
  },
  cancelled: {
    title: 'Activation cancelled',
    text: (product: string) =>
      `Nothing was activated, and you can close this page. If you change your mind, start the activation in ${product} again.`,
  },
  inactive: (vendor: string) => `Write to ${vendor}: they can make it available again.`,
  approved: {
    almost: 'Almost done',
    title: (product: string) => `${product} is activated`,
    trialTitle: (product: string) => `Your trial of ${product} is running`,
    goBack: (product: string, device: string) => `Return to ${product} on “${device}” to continue.`,
    left: (days: string) => `You have ${days} left.`,
    ready: (product: string) => `${product} is ready. You can close this page.`,
    waiting: (product: string) => `Waiting for ${product} to pick up its license…`,
    slow: (product: string) =>
      `${product} has not picked up its license yet. Make sure it is running and connected to the internet.`,
    offline: 'The connection was lost. This page keeps trying.',
    missed: (product: string) =>
      `${product} did not pick up its license in time. Start the activation there again; this does not use another activation.`,
  },
};

/** The same in one language. */
export type ActivationTexts = typeof activationEn;
