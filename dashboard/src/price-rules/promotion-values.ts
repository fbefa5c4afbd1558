import { oneOf } from '../list/filter-search.ts';
import type { Promotion } from './rule-queries.ts';

/** Where the shop can show a promotion. */
export const DISPLAYS = ['Banner', 'Popup'] as const;

/** The fields of a promotion; `url` and `label` are those of its button. */
export interface PromotionValues extends Record<string, string> {
  readonly name: string;
  readonly discountId: string;
  readonly display: string;
  readonly description: string;
  readonly url: string;
  readonly label: string;
}

export const NO_PROMOTION: PromotionValues = {
  name: '',
  discountId: '',
  display: 'Banner',
  description: '',
  url: '',
  label: '',
};

/** The fields of a promotion that exists. */
export function promotionValuesOf({
  name,
  discountId,
  display,
  description,
  cta,
}: Promotion): PromotionValues {
  return {
    name,
    discountId,
    display: display[0] ?? 'Banner',
    description: description ?? '',
    url: cta?.url ?? '',
    label: cta?.label ?? '',
  };
}

/** A promotion as the API takes it. One that was shown in two places stays there unless another one is chosen. */
export function promotionIn(values: PromotionValues, before?: Promotion) {
  const [url, label, description] = [values.url.trim(), values.label.trim(), values.description.trim()];
  const isSamePlace = before !== undefined && promotionValuesOf(before).display === values.display;
  return {
    name: values.name.trim(),
    discountId: values.discountId,
    display: isSamePlace ? before.display : [oneOf(DISPLAYS, values.display) ?? 'Banner'],
    description: description === '' ? null : description,
    cta: url === '' && label === '' ? null : { url, label },
  };
}
