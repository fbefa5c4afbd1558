import { isSlug } from '../../../kernel/ids.ts';
import { checkProperties } from '../../../kernel/properties.ts';
import { checkSafeUrl, checkText, checkWhole, SLUG_HINT } from './checks.ts';
import { issueList, type Issues } from './issues.ts';

interface PromotionFields {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly cta: { readonly url: string; readonly label: string } | null;
  readonly display: readonly string[];
  readonly position: number;
  readonly properties: unknown;
}

/** Every issue of a promotion's own fields; `{}` when it is valid. */
export function checkPromotion(fields: PromotionFields): Issues {
  const issues = issueList();
  if (!isSlug(fields.id)) issues.add('id', SLUG_HINT);
  checkText(issues, 'name', fields.name, 1, 200);
  checkText(issues, 'description', fields.description ?? '', 0, 2_000);
  checkWhole(issues, 'position', fields.position, -1_000_000, 1_000_000);
  if (fields.imageUrl !== null) checkSafeUrl(issues, 'imageUrl', fields.imageUrl);
  if (fields.cta !== null) {
    checkSafeUrl(issues, 'cta.url', fields.cta.url);
    checkText(issues, 'cta.label', fields.cta.label, 1, 100);
  }
  if (fields.display.length === 0) issues.add('display', 'must name at least one form');
  if (new Set(fields.display).size < fields.display.length) issues.add('display', 'must name each form once');
  issues.addAll('properties', checkProperties(fields.properties));
  return issues.all();
}
