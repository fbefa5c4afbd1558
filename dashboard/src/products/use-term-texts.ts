import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import type { Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

/** Says in words what a variation offers beside its price; nothing for one that has only a price. */
export function useTermTexts(): (variation: Variation) => readonly string[] {
  const { locale } = use(LanguageOfPage);
  const { termTexts: texts } = useProductTexts();
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return (variation) => {
    const { freeDays, ownAfterCycles, fallbackAfterCycles, payoffDiscount, canPause } = variation;
    const { milestones, releaseAccess, pricingTiers, upgrade } = variation;
    return [
      freeDays === null ? '' : texts.freeDays(freeDays),
      ownAfterCycles === null ? '' : texts.ownAfterCycles(ownAfterCycles),
      payoffDiscount === null ? '' : texts.payoffDiscount(share.format(payoffDiscount)),
      fallbackAfterCycles === null ? '' : texts.fallbackAfterCycles(fallbackAfterCycles),
      canPause ? texts.canPause : '',
      milestones.length === 0 ? '' : texts.milestones(milestones.length),
      releaseAccess?.updatesMonths === undefined ? '' : texts.updatesMonths(releaseAccess.updatesMonths),
      releaseAccess?.upToMajor === undefined ? '' : texts.upToMajor(releaseAccess.upToMajor),
      pricingTiers.length === 0 ? '' : texts.tiers(pricingTiers.length),
      upgrade === null ? '' : texts.upgrades[upgrade.kind],
    ].filter((text) => text !== '');
  };
}
