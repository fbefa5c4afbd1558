/** The texts of a store that is closed; `closed-de.ts` has the same keys. */
export const closedEn = {
  title: 'This shop is closed',
  /** Licenses and downloads still work. */
  Released: (vendor: string) =>
    `${vendor} no longer sells anything here. What you bought stays yours: in your account, you can download it, activate it and manage your devices. Your orders and their documents are there, too.`,
  /** Only orders and documents remain available. */
  Closed: (vendor: string) =>
    `${vendor} no longer sells anything here, and downloads and activations have ended, too. An activated application works until it has to check its license again. Your orders and their documents stay in your account.`,
};

/** The same in one language. */
export type ClosedTexts = typeof closedEn;
