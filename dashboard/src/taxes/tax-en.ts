/** The texts of the page about taxes; `tax-de.ts` has the same keys. */
export const taxEn = {
  collection: 'How you collect taxes',
  mode: 'Who calculates them',
  modes: {
    none: 'Nobody: no taxes are collected',
    own: 'Latchkey, with its table and your own rates',
    provider: 'The payment provider',
  },
  prices: 'Your prices',
  priceModes: { inclusive: 'Contain the tax', exclusive: 'The tax is added' },
  collectsIn: 'Where you collect them',
  collectsInText:
    'The European Union stands for all of its member states. Where you enter a rate of your own, you collect it anyway.',
  placeShape: 'Choose the EU or countries from this list. Elsewhere, add a rate of your own.',
  needsCountry: 'Say in Settings, General, in which country you are. Which taxes you owe depends on it.',
  providerSells:
    'Your payment provider sells in its own name and calculates the taxes. Choose it here, or connect it anew without that.',
  belowEuThreshold: 'My sales to consumers in other EU countries stay below €10,000 a year',
  belowEuThresholdText:
    'They are then charged the tax of your own country, if that is in the EU. Switch it off as soon as you exceed the threshold.',
  vies: 'Check the tax IDs of businesses in the EU with VIES',
  viesText:
    'Businesses in other EU countries buy without tax if the register confirms their ID: they owe the tax themselves (reverse charge). Without the check, they are charged tax like consumers.',
  standard: 'Standard rates where you collect',
  standardText: (day: string) => `Latchkey’s table, last checked on ${day}.`,
  outdated: (day: string) =>
    `Nobody has checked these rates since ${day}. Install a newer version of Latchkey. Or compare them with those of the tax offices yourself, enter those that are wrong as your own, and say so here.`,
  check: 'I have checked them',
  standardNone: 'None: where you collect, no rate of the table applies.',
  standardCount: (count: number) => (count === 1 ? '1 rate' : `All ${count} rates`),
  since: (day: string) => `since ${day}`,
  next: (rate: string, day: string) => `${rate} from ${day}`,
  replaced: 'Replaced by your own',
  own: 'Your own rates',
  ownText:
    'They come before the table and apply to new orders at once; paid orders keep theirs. The rate of a region comes before that of its country.',
  none: 'No rates of your own',
  noneText: 'Add one for a place that the table does not have, or for products with another rate.',
  country: 'Country',
  countryShape: 'Choose a country.',
  region: 'Region',
  regionText:
    'Empty: the whole country. Otherwise as buyers write it, or a place that the guide names, such as Canary Islands.',
  regionShape: 'Enter the name of a region: postal codes are not compared.',
  wholeCountry: 'The whole country',
  rate: 'Rate',
  percent: 'Rate in percent',
  percentText: 'Such as 19 or 8.875.',
  percentShape: 'Enter a percentage from 0 to 100, such as 19 or 8.875.',
  reason: 'What documents say',
  reasons: { standard: 'Standard', zero_rated: 'Zero rate', exempt: 'Exempt' },
  items: 'Only for these products and bundles',
  itemsText: 'None: for everything that no other rate of yours names.',
  itemsOf: 'For',
  everything: 'Everything',
  firstDay: 'First day',
  firstDayText: 'Empty: from now on.',
  lastDay: 'Last day',
  lastDayText: 'Empty: until you change it.',
  lastDayShape: 'Choose a last day that is not before the first.',
  status: 'Status',
  statuses: { running: 'In force', planned: 'Planned', over: 'Over' },
  add: 'Add a rate',
  addTitle: 'Add a tax rate',
  addSubmit: 'Add the rate',
  change: 'Change',
  changeOf: (place: string) => `Change the rate of ${place}`,
  save: 'Save',
  remove: 'Remove',
  removeOf: (place: string) => `Remove the rate of ${place}`,
  removeTitle: (rate: string, place: string) => `Remove ${rate} in ${place}?`,
  removeText:
    'New orders are charged the rate that it replaced: another one of yours, that of the table, or none. Paid orders keep theirs.',
};

/** The texts in one language. */
export type TaxTexts = typeof taxEn;
