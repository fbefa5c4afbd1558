import type { CouponTexts } from './coupon-en.ts';

export const couponDe: CouponTexts = {
  label: 'Gutscheincode',
  apply: 'Einlösen',
  enter: 'Geben Sie einen Gutscheincode ein.',
  refused: (_sentence, reason, code) =>
    REASONS[reason ?? '']?.(code) ?? 'Dieser Gutschein kann für diesen Kauf nicht verwendet werden.',
};

/** By the reason that the server names. */
const REASONS: Readonly<Record<string, (code: string) => string>> = {
  UnknownCode: () => 'Diesen Gutschein gibt es nicht. Prüfen Sie die Schreibweise.',
  EmptyCart: () =>
    'Ihr Warenkorb ist leer. Legen Sie zuerst etwas hinein und geben Sie dann den Gutschein ein.',
  TooManyCoupons: () => 'Mehr Gutscheine sind für eine Bestellung nicht möglich. Entfernen Sie zuerst einen.',
  OtherCodeOfCoupon: () => 'Diese Bestellung hat schon einen anderen Code dieses Gutscheins.',
  Withdrawn: (code) => `Der Gutschein ${code} wurde zurückgezogen.`,
  UsedUp: (code) => `Der Gutschein ${code} wurde bereits vollständig eingelöst.`,
  AllReserved: (code) =>
    `Der Gutschein ${code} ist gerade nicht verfügbar, weil andere Zahlungen mit ihm laufen. Versuchen Sie es später noch einmal.`,
  UsedByCustomer: (code) => `Sie haben den Gutschein ${code} bereits so oft eingelöst, wie es zulässig ist.`,
  NotFirstPurchase: (code) => `Der Gutschein ${code} gilt nur für den ersten Kauf.`,
  NotStarted: (code) => `Der Gutschein ${code} gilt noch nicht.`,
  Ended: (code) => `Der Gutschein ${code} ist abgelaufen.`,
  OtherCurrency: (code) => `Der Gutschein ${code} gilt nicht in dieser Währung.`,
  NoLineFits: (code) => `Der Gutschein ${code} gilt für keinen Artikel in Ihrem Warenkorb.`,
  NothingToTakeOff: (code) => `Der Gutschein ${code} senkt den Preis Ihres Warenkorbs nicht.`,
  TotalTooLow: (code) => `Der Gutschein ${code} gilt erst ab einem höheren Bestellwert.`,
};
