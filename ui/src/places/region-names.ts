/** A part of a country that letters name by its code. */
export interface RegionChoice {
  readonly code: string;
  readonly name: string;
}

const AUSTRALIA =
  'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,' +
  'SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia';

const BRAZIL =
  'AC Acre,AL Alagoas,AP Amapá,AM Amazonas,BA Bahia,CE Ceará,DF Distrito Federal,ES Espírito Santo,' +
  'GO Goiás,MA Maranhão,MT Mato Grosso,MS Mato Grosso do Sul,MG Minas Gerais,PA Pará,PB Paraíba,' +
  'PR Paraná,PE Pernambuco,PI Piauí,RJ Rio de Janeiro,RN Rio Grande do Norte,RS Rio Grande do Sul,' +
  'RO Rondônia,RR Roraima,SC Santa Catarina,SP São Paulo,SE Sergipe,TO Tocantins';

const CANADA =
  'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,' +
  'NT Northwest Territories,NS Nova Scotia,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,' +
  'SK Saskatchewan,YT Yukon';

const UNITED_STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,' +
  'KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,' +
  'MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,' +
  'NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,' +
  'OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,' +
  'TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,' +
  'AS American Samoa,GU Guam,MP Northern Mariana Islands,PR Puerto Rico,VI Virgin Islands';

/** The states and provinces of the countries whose letters have the code of one, by name as people look for it. */
export const REGION_CHOICES = {
  AU: choicesOf(AUSTRALIA),
  BR: choicesOf(BRAZIL),
  CA: choicesOf(CANADA),
  US: choicesOf(UNITED_STATES),
};

function choicesOf(list: string): readonly RegionChoice[] {
  return list.split(',').map((entry) => {
    const space = entry.indexOf(' ');
    return { code: entry.slice(0, space), name: entry.slice(space + 1) };
  });
}
