import type { AgentName } from '../domain/agent-name.ts';
import type { CodePurpose } from '../tables.ts';

/** When something happened, and on which device, as far as it is known. */
export interface ClientFacts extends Partial<AgentName> {
  /** The time with its zone. */
  readonly time: string;
  /** The name of the country, from the address of the connection. */
  readonly country?: string | undefined;
}

/** Who asked for a mail. */
interface Asker extends ClientFacts {
  /** A name that cannot be mistaken for a message. */
  readonly name: string | null;
}

/** The text of a mail with a code. */
interface CodeLetter {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  /** The label of the button with the link. */
  readonly label: string;
  readonly notes: readonly string[];
}

/** The texts of the mails about an account; `vendor` is the name of the vendor. */
export const en = {
  hello: (name: string | null): string => (name === null ? 'Hello,' : `Hello ${name},`),
  dateLocale: 'en',
  ignore: 'If this wasn’t you, you can ignore this email.',
  asked: ({ time, name, ...client }: Asker): string =>
    [
      `Requested on ${time}`,
      ...(name === null ? [] : [`with the name “${name}”`]),
      ...clientParts(client),
    ].join(', ') + '.',
  changedOn: ({ time, ...client }: ClientFacts): string =>
    [`Changed on ${time}`, ...clientParts(client)].join(', ') + '.',
  notMe: {
    text: 'If this wasn’t you, someone else signed up with your address. You can remove that account within 7 days:',
    label: 'This wasn’t me',
  },
  codes: {
    ConfirmAccount: (vendor: string): CodeLetter => ({
      subject: `Confirm your email address for ${vendor}`,
      heading: 'Confirm your email address',
      text: `Please confirm that this is your email address to finish setting up your account at ${vendor}.`,
      label: 'Confirm my email address',
      notes: ['The link works for 24 hours.'],
    }),
    ConfirmEmail: (vendor: string): CodeLetter => ({
      subject: `Confirm your email address for ${vendor}`,
      heading: 'Confirm your email address',
      text: `Your account at ${vendor} uses this email address. Please confirm that it is yours.`,
      label: 'Confirm my email address',
      notes: ['The link works for 24 hours.'],
    }),
    ChangeEmail: (vendor: string): CodeLetter => ({
      subject: `Confirm your new email address for ${vendor}`,
      heading: 'Confirm your new email address',
      text: `Please confirm that you want to use this email address for your account at ${vendor}. Until then, nothing changes.`,
      label: 'Use this email address',
      notes: [
        'The link works for 24 hours. You need to be signed in.',
        'If this wasn’t you, you can ignore this email.',
      ],
    }),
    ResetPassword: (vendor: string): CodeLetter => ({
      subject: `Choose a new password for ${vendor}`,
      heading: 'Choose a new password',
      text: `We received a request for a new password for your account at ${vendor}.`,
      label: 'Choose a new password',
      notes: [
        'The link works once, within 30 minutes. Only the newest link counts.',
        'If this wasn’t you, ignore this email. Your password stays the same.',
      ],
    }),
  } satisfies Record<Exclude<CodePurpose, 'DenyAccount'>, (vendor: string) => CodeLetter>,
  /** Replaces the mail for a new password if the account has none. */
  firstPassword: (vendor: string): CodeLetter => ({
    subject: `Choose a password for ${vendor}`,
    heading: 'Choose a password',
    text: `Your account at ${vendor} has no password. Choose one to sign in.`,
    label: 'Choose a password',
    notes: [
      'The link works once, within 30 minutes. Only the newest link counts.',
      'If this wasn’t you, ignore this email. Nothing changes.',
    ],
  }),
  passwordChanged: {
    subject: (vendor: string) => `Your password for ${vendor} was changed`,
    heading: 'Your password was changed',
    text: (vendor: string) =>
      `Your password for ${vendor} was just changed. All other devices were signed out.`,
    note: 'If this wasn’t you, choose a new password now: select “Forgot your password?” where you sign in.',
  },
  passwordChosen: {
    subject: (vendor: string) => `Your password for ${vendor}`,
    heading: 'Your password is saved',
    text: (vendor: string) =>
      `Your account at ${vendor} now has a password. Sign in with it and this email address.`,
    note: 'If this wasn’t you, choose a new password now: select “Forgot your password?” where you sign in.',
  },
  changeRequest: {
    subject: (vendor: string) => `Your email address at ${vendor}`,
    heading: 'Your email address is about to change',
    text: (vendor: string) =>
      `Someone who is signed in to your account at ${vendor} wants to use another email address for it. Once that address is confirmed, it replaces this one.`,
    note: 'If this wasn’t you, change your password now. That stops the change.',
  },
  changed: {
    subject: (vendor: string) => `Your email address at ${vendor} was changed`,
    heading: 'Your email address was changed',
    text: (vendor: string) =>
      `Your account at ${vendor} now uses another email address. You can no longer sign in with this one.`,
    replaced: (vendor: string) =>
      `The account at ${vendor} that used this email address now uses another one.`,
    undoText: 'If this wasn’t you, undo it now. This ends all sessions, and you choose a new password.',
    undo: 'Undo this change',
    until: (date: string) => `The link works until ${date}.`,
    ignore: 'If this was you, you can ignore this email.',
  },
  resetElsewhere: (vendor: string) =>
    `We received a request for a new password for your account at ${vendor}, which now uses another email address.`,
  withheld: {
    subject: (vendor: string) => `Your password for ${vendor}`,
    heading: 'You can choose a new password soon',
    text: (vendor: string, date: string) =>
      `We received a request for a new password for your account at ${vendor}. Its email address was changed a few days ago. To protect the account, we will send links for a new password to this address only from ${date}.`,
    meanwhile:
      'For now, we have sent a link to your previous address. If you know your password, you can sign in as usual.',
  },
};

export type IdentityTexts = typeof en;

function clientParts({ browser, system, country }: Omit<ClientFacts, 'time'>): string[] {
  const agent = [browser, system].filter((part) => part !== undefined).join(' on ');
  return [
    ...(agent === '' ? [] : [`with ${agent}`]),
    ...(country === undefined ? [] : [`country: ${country}`]),
  ];
}
