import type { AddressTexts } from './address-en.ts';

export const addressDe: AddressTexts = {
  country: 'Land',
  chooseCountry: 'Land auswählen',
  street: 'Straße und Hausnummer',
  street2: 'Adresszusatz (optional)',
  enterCountry: 'Wählen Sie Ihr Land.',
  enterStreet: 'Geben Sie Straße und Hausnummer ein.',
  enter: (label) => `Bitte angeben: ${label}.`,
  check: (label, sample) => `Bitte prüfen: ${label} (zum Beispiel ${sample}).`,
  postCodes: {
    post: 'Postleitzahl',
    zip: 'ZIP-Code',
    eircode: 'Eircode',
    pin: 'PIN-Code',
    postcode: 'Postcode',
  },
  cities: { city: 'Ort', town: 'Ort', suburb: 'Vorort', district: 'Bezirk' },
  regions: {
    state: 'Bundesstaat',
    province: 'Provinz',
    prefecture: 'Präfektur',
    county: 'Grafschaft',
    emirate: 'Emirat',
    region: 'Region',
    island: 'Insel',
    area: 'Gebiet',
  },
  chooseRegion: 'Auswählen',
  phone: 'Telefon (optional)',
  business: 'Ich kaufe als Unternehmen',
  businessName: 'Name des Unternehmens',
  enterBusinessName: 'Geben Sie den Namen des Unternehmens ein.',
  taxNotice: (sentence, reason) => (reason === undefined ? sentence : TAX_NOTICES[reason]),
  taxId: (isVat) => (isVat ? 'USt-IdNr. (optional)' : 'Steuernummer (optional)'),
  wrongTaxId: (country) =>
    `Das ist keine gültige Nummer eines Unternehmens (${country}). Prüfen Sie die Nummer mit dem Länderkürzel oder lassen Sie das Feld leer.`,
};

const TAX_NOTICES = {
  NotRegistered:
    'Diese Nummer ist nicht für den Handel in der EU registriert (VIES), deshalb wird MwSt. berechnet. Sollte sie registriert sein, kann der Verkäufer die Rechnung später berichtigen und die MwSt. erstatten.',
  Unreachable:
    'Diese Nummer kann gerade nicht geprüft werden, deshalb wird MwSt. berechnet. Versuchen Sie es in einigen Minuten noch einmal, um ohne MwSt. zu kaufen. Wenn Sie jetzt kaufen, kann der Verkäufer die Rechnung später berichtigen und die MwSt. erstatten.',
  NoBusinessName: 'Es wird MwSt. berechnet, bis Sie den Namen des Unternehmens angeben.',
  NoReverseCharge: 'Dieser Shop berechnet auch Unternehmen MwSt.',
  TaxIdIgnored:
    'Diese Nummer ist nicht gültig und bleibt deshalb unberücksichtigt. Berichtigen oder löschen Sie sie.',
};
