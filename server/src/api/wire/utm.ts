import { Type } from 'typebox';
import { UTM_NAMES, type Utm, type UtmName } from '../../modules/pricing/index.ts';

/** Links carry whatever campaigns and browsers put there: too long or repeated is no reason to show no shop. */
const parameter = (title: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { title }));
const MAX_CHARACTERS = 500;

/** The campaign parameters that storefront and order take (customer API, conventions). */
export const utmQuery = {
  utm_source: parameter('UtmSource'),
  utm_medium: parameter('UtmMedium'),
  utm_campaign: parameter('UtmCampaign'),
  utm_term: parameter('UtmTerm'),
  utm_content: parameter('UtmContent'),
  utm_referrer: parameter('UtmReferrer'),
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
