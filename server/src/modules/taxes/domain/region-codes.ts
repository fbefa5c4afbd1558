const codes = (text: string): readonly string[] => text.split(' ');

/** The codes of states and provinces, in countries whose addresses use codes: the checkout offers these. */
export const REGION_CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['AU', codes('ACT NSW NT QLD SA TAS VIC WA')],
  ['BR', codes('AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO')],
  ['CA', codes('AB BC MB NB NL NT NS NU ON PE QC SK YT')],
  [
    'US',
    codes(
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI',
    ),
  ],
]);
