import type { LicenseKeyTexts } from './license-key-en.ts';

/** The German texts about signing keys. */
export const licenseKeyDe: LicenseKeyTexts = {
  text: 'Anwendungen prüfen Lizenz-Token mit dem öffentlichen Teil eines Schlüssels. Einen alten Schlüssel können Sie löschen, sobald ihn kein Gerät, kein Testzeitraum und kein Produkt mehr verwendet.',
  empty: 'Noch keine Signaturschlüssel',
  emptyText: 'Der erste entsteht mit der ersten Lizenz, oder hier.',
  isDefault: 'Standard',
  isUsed: 'In Verwendung',
  isUnused: 'Nicht in Verwendung',
  algorithm: 'Algorithmus',
  created: 'Erstellt',
  products: 'Produkte',
  from: (product, version) => `${product} ab Version ${version}`,
  devices: 'Geräte',
  versions: 'Versionen',
  on: (version, devices) => `${version} (${devices})`,
  unknown: 'unbekannt',
  trials: 'Testzeiträume',
  copy: 'Öffentlichen Schlüssel kopieren',
  copyOf: (kid) => `Öffentlichen Schlüssel kopieren: ${kid}`,
  download: 'Herunterladen',
  downloadOf: (kid) => `Öffentlichen Schlüssel von ${kid} herunterladen`,
  create: 'Schlüssel erstellen',
  createText:
    'Ein neuer Schlüssel signiert nichts, bis ein Produkt ihn nennt. Bauen Sie deshalb zuerst seinen öffentlichen Teil in Ihre Anwendung ein. Wählen Sie ihn dann beim Produkt, ab dieser Version der Anwendung.',
  createSubmit: 'Schlüssel erstellen',
  algorithms: {
    RS256: 'RS256, für alle Anwendungen, die in Benutzung sind',
    ES256: 'ES256, für neue Anwendungen',
    EdDSA: 'EdDSA, für neue Anwendungen',
  },
  remove: 'Löschen',
  removeOf: (kid) => `Schlüssel ${kid} löschen`,
  removeText:
    'Der private Teil wird vernichtet. Kein Lizenz-Token, den dieser Schlüssel signiert hat, wird noch angenommen, und niemand kann ihn zurückholen.',
  inUse: 'Etwas benutzt diesen Schlüssel noch. Es wurde nichts gelöscht.',
};
