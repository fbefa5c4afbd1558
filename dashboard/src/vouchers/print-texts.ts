/** What a printed voucher says, for whoever redeems it. */
export interface PrintTexts {
  readonly howTo: string;
  /** Until when it can be redeemed. */
  readonly until: (day: string) => string;
  readonly qrLabel: (code: string) => string;
}

/** The languages of vouchers: that of their readers need not be that of whoever prints them. */
export const PRINT_LANGUAGES = ['en', 'de'] as const;
export type PrintLanguage = (typeof PRINT_LANGUAGES)[number];

/** The texts of a voucher in each language. */
export const PRINT_TEXTS: Readonly<Record<PrintLanguage, PrintTexts>> = {
  en: {
    howTo: 'Scan the code with your phone, or enter it at',
    until: (day) => `Redeem it by ${day}.`,
    qrLabel: (code) => `QR code that opens the page for ${code}`,
  },
  de: {
    howTo: 'Scannen Sie den Code mit Ihrem Telefon, oder geben Sie ihn hier ein:',
    until: (day) => `Einzulösen bis ${day}.`,
    qrLabel: (code) => `QR-Code, der die Seite für ${code} öffnet`,
  },
};

/** The language of a shop, as far as vouchers are written in it. */
export function printLanguageOf(locale: string): PrintLanguage {
  return PRINT_LANGUAGES.find((language) => locale.startsWith(language)) ?? 'en';
}
