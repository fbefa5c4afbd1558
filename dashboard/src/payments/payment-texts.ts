import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { PaymentTexts } from './payment-en.ts';

const paymentTexts = areaTexts<PaymentTexts>({
  en: () => import('./payment-en.ts').then(({ paymentEn }) => paymentEn),
  de: () => import('./payment-de.ts').then(({ paymentDe }) => paymentDe),
});

/** The texts about the payment provider; suspends while they load. */
export function usePaymentTexts(): PaymentTexts {
  return useAreaTexts(paymentTexts);
}
