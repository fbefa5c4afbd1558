import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import type { Offer } from './rule-queries.ts';
import { useBenefit } from './rule-state.tsx';
import { useRuleTexts } from './rule-texts.ts';
import { itemName, useItems } from './use-items.ts';

/** The parts of an offer that a sentence about it needs. */
export type OfferContent = Pick<
  Offer,
  | 'scope'
  | 'percentage'
  | 'amounts'
  | 'target'
  | 'relevantItems'
  | 'minimumItems'
  | 'targets'
  | 'minimumTotal'
  | 'maximumTotal'
>;

/** Says in a sentence what a buyer has to do for an offer, and what it gives; empty while the offer is incomplete. */
export function useOfferSentence(): (offer: OfferContent) => string {
  const { locale } = use(LanguageOfPage);
  const { sentences } = useRuleTexts();
  const benefit = useBenefit();
  const money = useMoney();
  const items = useItems();
  const any = new Intl.ListFormat(locale, { type: 'disjunction' });
  const all = new Intl.ListFormat(locale, { type: 'conjunction' });
  const names = (targets: OfferContent['targets'] = []) => targets.map((each) => itemName(each, items));
  const amounts = (totals: OfferContent['minimumTotal']) =>
    Object.entries(totals ?? {})
      .filter(([, amount]) => Number.isFinite(amount))
      .map(([currency, amount]) => money(amount, currency))
      .join(' / ');
  return (offer) => {
    const { scope, target, relevantItems = [], minimumItems: count = 1, targets = [] } = offer;
    const amountsOff = Object.entries(offer.amounts ?? {}).filter(([, amount]) => Number.isFinite(amount));
    const off = benefit({ ...offer, amounts: Object.fromEntries(amountsOff) });
    if (off === '') return '';
    if (scope === 'Cart') {
      const range = { least: amounts(offer.minimumTotal), most: amounts(offer.maximumTotal) };
      return sentences.cart(off, all.format(names(targets)), range);
    }
    if (target === undefined) return '';
    const relevant = names(relevantItems);
    return sentences.item(off, itemName(target, items), {
      count,
      items: (count > 1 ? all : any).format(relevant),
    });
  };
}
