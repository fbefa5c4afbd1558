import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { RuleTexts } from './rule-en.ts';

const ruleTexts = areaTexts<RuleTexts>({
  en: () => import('./rule-en.ts').then(({ ruleEn }) => ruleEn),
  de: () => import('./rule-de.ts').then(({ ruleDe }) => ruleDe),
});

/** The texts of the pages about discounts, promotions and coupons; suspends while they load. */
export function useRuleTexts(): RuleTexts {
  return useAreaTexts(ruleTexts);
}
