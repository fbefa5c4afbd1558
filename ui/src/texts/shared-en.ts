/** A refusal of the server in the language of the page. */
export interface ProblemText {
  readonly title: string;
  readonly text: string;
}

/** By the type of the error; the server's own sentences are in English. */
const problems: Readonly<Record<string, ProblemText>> = {};

/** The texts that pages share with the checkout; `de.ts` has the same keys. */
export const sharedEn = {
  failure: {
    connection: 'No connection',
    connectionText: 'The shop could not be reached. Check your internet connection, then try again.',
    outdated: 'This page is out of date',
    outdatedText: 'The shop was updated while this page was open. Reload the page to continue.',
    unknown: 'Something went wrong',
    unknownText: 'This page ran into a problem. Try again, or reload the page.',
    busy: 'The shop is busy',
    serverText: 'The shop ran into a problem on its side. Try again in a moment.',
    refused: 'The shop refused the request.',
    problems,
    waitMoment: 'Try again in a moment.',
    waitSeconds: (seconds: number) => `Try again in ${seconds} seconds.`,
    waitMinutes: (minutes: number) => `Try again in ${minutes} minutes.`,
    reference: (id: string) => `Reference for the shop's support: ${id}`,
    tryAgain: 'Try again',
    reload: 'Reload the page',
  },
  form: {
    enterEmail: 'Enter your email address.',
    emailShape: 'Enter an email address like name@example.com.',
    enterName: 'Enter your name.',
    /** The server's sentence about a field. */
    refused: (sentence: string) => sentence,
  },
  frame: {
    loading: 'Loading.',
    soldBy: (name: string) => `Sold by ${name}.`,
  },
};

/** The shared texts of one language. */
export type SharedTexts = typeof sharedEn;

/** Where a tax on a sale is no value-added tax. */
const WITH_SALES_TAX = new Set(['US', 'CA']);

/** The English word for the tax on a sale in a country; that of most where the country is unknown. */
export function taxWord(country: string | undefined): string {
  return WITH_SALES_TAX.has(country ?? '') ? 'sales tax' : 'VAT';
}

/** The same as the label of an amount. */
export function taxLabel(country: string | undefined): string {
  return taxWord(country) === 'VAT' ? 'VAT' : 'Sales tax';
}
