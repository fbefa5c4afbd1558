import { Type } from '../../kernel/schema.ts';
import { cutText } from '../../kernel/cut-text.ts';
import { UTM_NAMES, type Utm, type UtmName } from '../../modules/pricing/index.ts';

const parameter = (title: string) => Type.Optional(Type.String({ title }));
const MAX_CHARACTERS = 500;

/** The campaign parameters that storefront and order accept (customer API, conventions). */
export const utmQuery = {
  utm_source: parameter('UtmSource'),
  utm_medium: parameter('UtmMedium'),
  utm_campaign: parameter('UtmCampaign'),
  utm_term: parameter('UtmTerm'),
  utm_content: parameter('UtmContent'),
  utm_referrer: parameter('UtmReferrer'),
};

type UtmQuery = Readonly<Partial<Record<`utm_${UtmName}`, string | undefined>>>;

/**
 * The campaign parameters of a request, under their names without `utm_`, truncated if too long. Links contain anything
 * that campaigns and browsers add, and nothing in them is a reason to refuse.
 */
export function utmOf(query: UtmQuery): Utm {
  const values = UTM_NAMES.map((name): [UtmName, string] => [
    name,
    cutText(query[`utm_${name}`] ?? '', MAX_CHARACTERS),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
