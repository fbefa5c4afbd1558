import { Type } from 'typebox';
import { UTM_NAMES, type Utm, type UtmName } from '../../modules/pricing/index.ts';

const Parameter = Type.Optional(Type.String({ maxLength: 500 }));

/** The campaign parameters that storefront and order take (customer API, conventions). */
export const utmQuery = {
  utm_source: Parameter,
  utm_medium: Parameter,
  utm_campaign: Parameter,
  utm_term: Parameter,
  utm_content: Parameter,
  utm_referrer: Parameter,
};

type UtmQuery = Readonly<Partial<Record<`utm_${UtmName}`, string | undefined>>>;

/** The parameters that a request carries, under their names without `utm_`. */
export function utmOf(query: UtmQuery): Utm {
  const given = UTM_NAMES.map((name): [UtmName, string | undefined] => [name, query[`utm_${name}`]]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
}
