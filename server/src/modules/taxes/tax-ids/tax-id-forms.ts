import { validate as austria } from 'stdnum/lib/cjs/at/uid.js';
import { validate as belgium } from 'stdnum/lib/cjs/be/vat.js';
import { validate as bulgaria } from 'stdnum/lib/cjs/bg/vat.js';
import { validate as switzerland } from 'stdnum/lib/cjs/ch/uid.js';
import { validate as cyprus } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as czechia } from 'stdnum/lib/cjs/cz/dic.js';
import { validate as germany } from 'stdnum/lib/cjs/de/vat.js';
import { validate as denmark } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as estonia } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as spain } from 'stdnum/lib/cjs/es/nif.js';
import { validate as finland } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as france } from 'stdnum/lib/cjs/fr/tva.js';
import { validate as britain } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as greece } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as croatia } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as hungary } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as ireland } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as italy } from 'stdnum/lib/cjs/it/iva.js';
import { validate as lithuania } from 'stdnum/lib/cjs/lt/pvm.js';
import { validate as luxembourg } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as latvia } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as malta } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as netherlands } from 'stdnum/lib/cjs/nl/btw.js';
import { validate as norway } from 'stdnum/lib/cjs/no/mva.js';
import { validate as poland } from 'stdnum/lib/cjs/pl/nip.js';
import { validate as portugal } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as romania } from 'stdnum/lib/cjs/ro/cif.js';
import { validate as sweden } from 'stdnum/lib/cjs/se/vat.js';
import { validate as slovenia } from 'stdnum/lib/cjs/si/ddv.js';
import { validate as slovakia } from 'stdnum/lib/cjs/sk/dph.js';

/** The prefixes of a country's tax ids, and the check of format and checksum of the rest. */
export interface TaxIdForm {
  readonly prefix: string;
  readonly isNumber: (text: string) => boolean;
  /** Whether individuals have such numbers, too: then only the prefix makes it the tax id of a business. */
  readonly isPersonal: (text: string) => boolean;
}

type Validate = (text: string) => { readonly isValid: boolean; readonly isIndividual?: boolean };

const form = (prefix: string, validate: Validate): TaxIdForm => ({
  prefix,
  isNumber: (text) => validate(text).isValid,
  isPersonal: () => false,
});

/** For countries where the numbers of sole traders are those of the person. */
const formOfPersons = (prefix: string, validate: Validate): TaxIdForm => ({
  ...form(prefix, validate),
  isPersonal: (text) => validate(text).isIndividual === true,
});

/** For countries where a private individual's number looks like that of a business. */
const formOfEverybody = (prefix: string, validate: Validate): TaxIdForm => ({
  ...form(prefix, validate),
  isPersonal: () => true,
});

/** By country; VIES uses these prefixes, too. */
export const TAX_ID_FORMS: ReadonlyMap<string, TaxIdForm> = new Map([
  ['AT', form('AT', austria)],
  ['BE', form('BE', belgium)],
  ['BG', formOfPersons('BG', bulgaria)],
  ['CH', form('CHE', (text) => switzerland(`CHE${text}`))],
  ['CY', formOfEverybody('CY', cyprus)],
  ['CZ', formOfPersons('CZ', czechia)],
  ['DE', form('DE', germany)],
  ['DK', form('DK', denmark)],
  ['EE', form('EE', estonia)],
  ['ES', formOfPersons('ES', spain)],
  ['FI', form('FI', finland)],
  ['FR', form('FR', france)],
  ['GB', form('GB', britain)],
  ['GR', formOfEverybody('EL', greece)],
  ['HR', formOfPersons('HR', croatia)],
  ['HU', form('HU', hungary)],
  ['IE', formOfEverybody('IE', ireland)],
  ['IT', form('IT', italy)],
  ['LT', form('LT', lithuania)],
  ['LU', form('LU', luxembourg)],
  ['LV', formOfPersons('LV', latvia)],
  ['MT', form('MT', malta)],
  ['NL', form('NL', netherlands)],
  ['NO', form('NO', norway)],
  ['PL', form('PL', poland)],
  ['PT', formOfPersons('PT', portugal)],
  ['RO', formOfPersons('RO', (text) => (text.length === 13 ? { isValid: false } : romania(text)))],
  ['SE', form('SE', sweden)],
  ['SI', formOfEverybody('SI', slovenia)],
  ['SK', formOfEverybody('SK', slovakia)],
]);
