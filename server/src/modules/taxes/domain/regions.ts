/*
 * Parts of countries that their value added tax treats differently, by postal code.
 *
 * Sources: Council Directive 2006/112/EC, Articles 6, 7, 104 and 105, with the accession treaties; Commission,
 * "Territorial status of EU countries and certain territories"; the postal code lists of the national postal services.
 *
 * Reviewed: 2026-11-22.
 */

/** A part of a country with its own rule. */
interface TaxRegion {
  /** ISO 3166-1 alpha-2 of the country in postal addresses. */
  readonly country: string;
  readonly name: string;
  /** Its postal codes, without spaces and hyphens, in upper case. */
  readonly postCodes: RegExp;
  /** Whether the country's value added tax does not apply there. */
  readonly isOutside: boolean;
  /** The country whose value added tax applies instead. */
  readonly taxedAs?: string;
  /** The beginning of the name of its only town, in lower case and without accents. */
  readonly town?: RegExp;
}

const outside = (country: string, name: string, postCodes: RegExp): TaxRegion => ({
  country,
  name,
  postCodes,
  isOutside: true,
});
const inside = (country: string, name: string, postCodes: RegExp): TaxRegion => ({
  ...outside(country, name, postCodes),
  isOutside: false,
});

/** The first match applies. */
const REGIONS: readonly TaxRegion[] = [
  outside('ES', 'Canary Islands', /^(35|38)\d{3}$/),
  { ...outside('ES', 'Ceuta', /^51\d{3}$/), town: /^ceuta\b/ },
  { ...outside('ES', 'Melilla', /^52\d{3}$/), town: /^melilla\b/ },
  outside('FI', 'Åland', /^22\d{3}$/),
  { ...outside('IT', 'Livigno', /^23041$/), town: /^livigno\b/ },
  { ...outside('IT', "Campione d'Italia", /^22061$/), town: /^campione\b/ },
  { ...inside('DE', 'Büsingen', /^78266$/), taxedAs: 'CH', town: /^b(u|ue)singen\b/ },
  { ...outside('DE', 'Heligoland', /^27498$/), town: /^hel[gi]/ },
  outside('DK', 'Greenland', /^39\d\d$/),
  outside('DK', 'Faroe Islands', /^\d{3}$/),
  outside('GR', 'Mount Athos', /^6308[67]$/),
  outside('FR', 'Guadeloupe', /^971\d\d$/),
  outside('FR', 'Martinique', /^972\d\d$/),
  outside('FR', 'French Guiana', /^973\d\d$/),
  outside('FR', 'Réunion', /^974\d\d$/),
  outside('FR', 'Mayotte', /^976\d\d$/),
  outside('FR', 'French overseas territories', /^(97[578]|98[4678])\d\d$/),
  outside('GB', 'Jersey', /^JE\d/),
  outside('GB', 'Guernsey', /^GY\d/),
  outside('NO', 'Svalbard and Jan Mayen', /^(917\d|8099)$/),
  inside('AT', 'Jungholz and Mittelberg', /^(6691|699[123])$/),
  inside('PT', 'Madeira', /^9[0-4]\d\d/),
  inside('PT', 'Azores', /^9[5-9]\d\d/),
];

/**
 * Cities of countries outside all those regions, as whole names in lower case and without accents: the largest ones, and the
 * capitals of provinces. Regions of many towns are told by them: a city on the mainland does not have a postal code of an
 * island.
 */
const OTHER_CITIES: Readonly<Record<string, RegExp>> = {
  AT: /^(wien|vienna|graz|linz|salzburg|innsbruck|klagenfurt( am worthersee)?|villach|wels|bregenz|dornbirn|sankt polten|st\.? polten|steyr|feldkirch|wiener neustadt|leonding|klosterneuburg|baden|wolfsberg|leoben|krems( an der donau)?|traun|amstetten|kufstein|lustenau|eisenstadt|bludenz|hallein)$/,
  DK: /^(k(o|ø|oe)benhavn( [a-zø]{1,2})?|copenhagen|(aarhus|arhus)( [cnv])?|odense( [a-zø]{1,2})?|aalborg|esbjerg|randers|kolding|vejle|horsens|roskilde|herning|helsing(o|ø|oe)r|silkeborg|n(ae|æ)stved|fredericia|viborg|k(o|ø|oe)ge|holstebro|taastrup|slagelse|hiller(o|ø|oe)d|s(o|ø|oe)nderborg|svendborg|hj(o|ø|oe)rring|frederikshavn|holb(ae|æ)k|ringsted|haderslev|skive|frederiksberg|gentofte)$/,
  ES: /^(madrid|barcelona|valencia|sevilla|seville|zaragoza|malaga|murcia|palma( de mallorca)?|bilbao|bilbo|alicante|alacant|cordoba|valladolid|vigo|gijon|granada|(l')?hospitalet( de llobregat)?|vitoria(-gasteiz)?|a coruna|la coruna|elche|elx|terrassa|badalona|oviedo|sabadell|cartagena|jerez( de la frontera)?|mostoles|pamplona|iruna|almeria|alcala de henares|fuenlabrada|leganes|san sebastian|donostia|getafe|burgos|albacete|castellon( de la plana)?|santander|logrono|badajoz|salamanca|huelva|lleida|lerida|tarragona|leon|cadiz|jaen|ourense|orense|girona|gerona|lugo|caceres|toledo|guadalajara|pontevedra|palencia|ciudad real|zamora|avila|cuenca|huesca|segovia|soria|teruel|merida|marbella|algeciras|reus|ibiza|eivissa)$/,
  FI: /^(helsinki|helsingfors|espoo|esbo|tampere|tammerfors|vantaa|vanda|oulu|uleaborg|turku|abo|jyvaskyla|lahti|kuopio|pori|kouvola|joensuu|lappeenranta|hameenlinna|vaasa|vasa|seinajoki|rovaniemi|mikkeli|kotka|salo|porvoo|borga|kokkola|hyvinkaa|lohja|jarvenpaa|rauma|kajaani|kerava|savonlinna)$/,
  FR: /^(paris|marseille|lyon|toulouse|nice|nantes|montpellier|strasbourg|bordeaux|lille|rennes|toulon|grenoble|dijon|reims|saint-etienne|le havre|villeurbanne|angers|nimes|clermont-ferrand|aix-en-provence|le mans|brest|tours|amiens|annecy|limoges|metz|boulogne-billancourt|perpignan|besancon|orleans|rouen|montreuil|caen|argenteuil|mulhouse|nancy|roubaix|tourcoing|nanterre|vitry-sur-seine|creteil|avignon|poitiers|versailles|courbevoie|dunkerque|colombes|pau|la rochelle|cannes|antibes|calais|bourges|ajaccio|bastia|lorient|troyes|quimper|valence|chambery)$/,
  GB: /^(london|birmingham|manchester|leeds|liverpool|bristol|sheffield|edinburgh|glasgow|cardiff|belfast|leicester|coventry|bradford|nottingham|newcastle( upon tyne)?|hull|plymouth|stoke-on-trent|wolverhampton|derby|southampton|portsmouth|swansea|brighton|reading|northampton|luton|aberdeen|sunderland|norwich|oxford|cambridge|york|ipswich|exeter|bournemouth|peterborough|gloucester|dundee|milton keynes|bath|chester|canterbury|inverness|durham|lincoln)$/,
  GR: /^(athina|athens|αθηνα|thessaloniki|θεσσαλονικη|patra|πατρα|piraeus|πειραιας|iraklio|heraklion|ηρακλειο|larisa|λαρισα|volos|βολος|ioannina|ιωαννινα|chania|χανια|kavala|καβαλα|kalamata|καλαματα|serres|σερρες|rodos|rhodes|ροδος)$/,
  NO: /^(oslo|bergen|trondheim|stavanger|drammen|fredrikstad|kristiansand|troms(o|ø)|sandnes|sarpsborg|skien|(a|å|aa)lesund|sandefjord|haugesund|t(o|ø)nsberg|moss|porsgrunn|bod(o|ø)|arendal|hamar|lillehammer|larvik|halden|molde|harstad|gj(o|ø)vik)$/,
  PT: /^(lisboa|lisbon|porto|oporto|braga|coimbra|setubal|amadora|aveiro|faro|leiria|guimaraes|vila nova de gaia|almada|viseu|evora|queluz|cacem|barreiro|matosinhos|gondomar|odivelas|loures|cascais|sintra|viana do castelo|vila real|santarem|beja|castelo branco|guarda|braganca|portalegre|portimao|albufeira|covilha|maia|torres vedras)$/,
};

/** Territories with their own country code that belong to the value added tax of another country. */
const TAXED_AS: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB', LI: 'CH' };

/** Territories with their own country code that addresses also name by their country. */
const ADDRESSED_AS: Readonly<Record<string, string>> = {
  AX: 'FI',
  GP: 'FR',
  MQ: 'FR',
  GF: 'FR',
  RE: 'FR',
  YT: 'FR',
  PM: 'FR',
  BL: 'FR',
  MF: 'FR',
  WF: 'FR',
  PF: 'FR',
  NC: 'FR',
  FO: 'DK',
  GL: 'DK',
  JE: 'GB',
  GG: 'GB',
  SJ: 'NO',
};

/**
 * The country whose taxes apply: Monaco has those of France, the Isle of Man those of the United Kingdom, Liechtenstein
 * those of Switzerland.
 */
export function taxCountryOf(country: string): string {
  return TAXED_AS[country] ?? country;
}

/** Whether the value added tax of a country applies in a region of it; null: the rest of the country. */
export function isInTaxTerritory(country: string, region: string | null): boolean {
  return !REGIONS.some((each) => each.country === country && each.name === region && each.isOutside);
}

/** The country of a country code, for comparing two sources: Åland belongs to Finland. */
function stateOf(country: string): string {
  return ADDRESSED_AS[country] ?? taxCountryOf(country);
}

/** Whether two country codes belong to one country. */
export function isSameCountry(one: string, other: string): boolean {
  return stateOf(one) === stateOf(other);
}

/** The region of an address; `undefined` where the rule of the whole country applies. */
export function regionOf(country: string, postCode: string | null): TaxRegion | undefined {
  if (postCode === null) return undefined;
  const bare = postCode.toUpperCase().replace(/[\s-]/g, '');
  // People put letters for the country before the digits, such as FI-22100 or D-27498; British codes begin with
  // letters.
  const code = country === 'GB' ? bare : bare.replace(/^[A-Z]{1,3}(\d)/, '$1');
  return REGIONS.find((region) => region.country === country && region.postCodes.test(code));
}

/**
 * The region that the postal code belongs to, if its taxes are not those of the country and the stated town is surely
 * not there, or is missing where the region is one town: one of the two is a mistake.
 */
export function regionInDoubt(
  country: string,
  postCode: string | null,
  locality: string | null,
): string | undefined {
  const region = regionOf(country, postCode);
  if (region === undefined) return undefined;
  if (locality === null) return region.town === undefined ? undefined : region.name;
  const plain = locality.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
  const isElsewhere =
    region.town === undefined ? (OTHER_CITIES[country]?.test(plain) ?? false) : !region.town.test(plain);
  return isElsewhere ? region.name : undefined;
}

/** Whether the taxes of a country depend on the postal code. */
export function needsPostCode(country: string): boolean {
  return REGIONS.some((region) => region.country === country);
}
