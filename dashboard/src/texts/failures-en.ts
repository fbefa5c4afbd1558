/** Refusals by their type, where the sentence of the server is not enough. */
export const problemsEn: Readonly<Record<string, string>> = {
  IdempotencyKeyReused: 'An earlier try may have succeeded. Close this, and look before you try again.',
  SignInProviderUnavailable:
    'The service that you sign in with does not respond. Try again in a moment, or use your password. Nothing was changed.',
  ProviderSignInRefused:
    'The sign-in there was not accepted: it was ended, took more than five minutes, or was used already. Begin again.',
  EmailUnproven: 'Your account there needs an email address that was checked.',
  StrangeEmail: 'Nobody here has the email of your account there. Ask an owner for an invitation.',
  PasskeyRefused:
    'The passkey was not accepted. It may have been removed here, or five minutes have passed. Try again, or use your password.',
  ConfirmationRequired: 'You did not confirm with your password. Nothing was changed.',
};

/** What went wrong, in place of the sentences that buyers read. */
export const failureEn = {
  connectionText: 'The server could not be reached. Check your internet connection, then try again.',
  outdatedText: 'The server was updated while this page was open. Reload the page to continue.',
  busy: 'The server is busy',
  serverText: 'The server ran into a problem. Try again in a moment.',
  refused: 'The server refused the request.',
  reference: (id: string) => `Reference for the log of the server: ${id}`,
  unchanged: 'Nothing was changed.',
  unsure: 'It is not known whether anything was changed. Look before you try again.',
};

/** What to enter in a field that was refused. */
export const issuesEn = {
  missing: 'Fill this in.',
  price: (currency: string) => `Enter a price in ${currency}.`,
  place: 'Enter a city or a region.',
  country: 'Choose a country.',
  address: 'Enter an address that begins with https://.',
  email: 'Enter an email address, such as ada@example.com.',
  id: 'Use 2 to 63 lower-case letters, digits, dots and hyphens, such as demo-app.',
  type: (name: string) => `There is no type “${name}”.`,
};
