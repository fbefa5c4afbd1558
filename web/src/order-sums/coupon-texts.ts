import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { CouponTexts } from './coupon-en.ts';

/** The texts of the field for a coupon, which load with it. */
export const couponTexts = areaTexts<CouponTexts>({
  en: () => import('./coupon-en.ts').then(({ couponEn }) => couponEn),
  de: () => import('./coupon-de.ts').then(({ couponDe }) => couponDe),
});

/** The same in the page's language; suspends while they load. */
export function useCouponTexts(): CouponTexts {
  return useAreaTexts(couponTexts);
}
