/** The texts of the page about the team; `team-de.ts` has the same keys. */
export const teamEn = {
  empty: 'Nobody is here yet',
  emptyText: 'People whom you invite appear here.',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  status: 'Status',
  statuses: { Invited: 'Invited', Active: 'Active', Removed: 'Removed' },
  lastSignedIn: 'Last signed in',
  never: 'Never',
  you: (name: string) => `${name} (you)`,
  may: {
    Owner: 'Everything, the team included.',
    Admin: 'Everything except the team and closing the store.',
    Support: 'Customers, licenses, devices, trials, orders and subscriptions.',
    Finance: 'Orders, refunds and withdrawals; reads everything else.',
    Developer: 'Products, releases, license keys and webhooks.',
    ReadOnly: 'Reads everything, changes nothing.',
  },
  invite: 'Invite',
  inviteTitle: 'Invite somebody',
  inviteSubmit: 'Create the invitation',
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  changeSubmit: 'Save',
  reset: 'New link',
  resetOf: (name: string) => `New link for ${name}`,
  resetText: {
    Active:
      'The password stops working, one-time codes are switched off, passkeys are removed, and all sessions end. With the link, a new password can be chosen.',
    Invited: 'The earlier link stops working.',
  },
  resetSubmit: 'Create the link',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeText: 'All sessions end at once. The audit log keeps the name.',
  link: 'Link',
  linkTitle: (name: string) => `The link for ${name}`,
  linkText: (email: string, end: string) =>
    `${email} gets it by mail; you can also pass it on yourself. It works once, until ${end}, and is shown only now. Whoever opens it first chooses the password.`,
};

/** The texts in one language. */
export type TeamTexts = typeof teamEn;
