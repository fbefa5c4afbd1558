import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { VoucherTexts } from './voucher-en.ts';

const voucherTexts = areaTexts<VoucherTexts>({
  en: () => import('./voucher-en.ts').then(({ voucherEn }) => voucherEn),
  de: () => import('./voucher-de.ts').then(({ voucherDe }) => voucherDe),
});

/** The texts of the pages about vouchers; suspends while they load. */
export function useVoucherTexts(): VoucherTexts {
  return useAreaTexts(voucherTexts);
}
