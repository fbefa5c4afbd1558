import { Type } from 'typebox';
import { UTM_NAMES, type Utm, type UtmName } from '../../modules/pricing/index.ts';

/** Links carry whatever campaigns and browsers put there: too long or repeated is no reason to show no shop. */
const Parameter = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())]));
const MAX_CHARACTERS = 500;

/** The campaign parameters that storefront and order take (customer API, conventions). */
export const utmQuery = {
  utm_source: Parameter,
  utm_medium: Parameter,
  utm_campaign: Parameter,
  utm_term: Parameter,
  utm_content: Parameter,
  utm_referrer: Parameter,
};

type UtmQuery = Readonly<Partial<Record<`utm_${UtmName}`, string | string[] | undefined>>>;

/** The parameters that a request carries, under their names without `utm_`: the first of each, cut where it is too long. */
export function utmOf(query: UtmQuery): Utm {
  const given = UTM_NAMES.map((name): [UtmName, string] => {
    const [first = ''] = [query[`utm_${name}`] ?? ''].flat();
    return [name, first.slice(0, MAX_CHARACTERS)];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
