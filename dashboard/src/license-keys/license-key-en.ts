/** The texts about signing keys; `license-key-de.ts` has the same keys. */
export const licenseKeyEn = {
  text: 'Applications verify license tokens with the public part of a key. An old key can be deleted once no device, trial or product uses it.',
  empty: 'No signing keys yet',
  emptyText: 'The first one is created with the first license, or here.',
  isDefault: 'Default',
  isUsed: 'In use',
  isUnused: 'Not in use',
  algorithm: 'Algorithm',
  created: 'Created',
  products: 'Products',
  from: (product: string, version: string) => `${product} from version ${version}`,
  devices: 'Devices',
  versions: 'Versions',
  on: (version: string, devices: number) => `${version} (${devices})`,
  unknown: 'unknown',
  trials: 'Trials',
  copy: 'Copy the public key',
  copyOf: (kid: string) => `Copy the public key of ${kid}`,
  download: 'Download',
  downloadOf: (kid: string) => `Download the public key of ${kid}`,
  create: 'Create a key',
  createText:
    'A new key signs nothing until a product names it, so build its public part into your application first. Then choose it for the product, from that version of the application on.',
  createSubmit: 'Create the key',
  algorithms: {
    RS256: 'RS256, for every application that is in use',
    ES256: 'ES256, for new applications',
    EdDSA: 'EdDSA, for new applications',
  },
  remove: 'Delete',
  removeOf: (kid: string) => `Delete the key ${kid}`,
  removeText:
    'The private part is destroyed. No license token that this key signed is accepted any more, and nobody can bring it back.',
  inUse: 'Something still uses this key. Nothing was deleted.',
};

/** The texts in one language. */
export type LicenseKeyTexts = typeof licenseKeyEn;
