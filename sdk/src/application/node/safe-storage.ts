import type { LicenseStorage } from '../storage.ts';

/** The methods of Electron's `safeStorage`, which is available once the application is ready. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

const PREFIX = 'encrypted:';

/**
 * Encrypts the text of another storage with the keychain of the system, for Electron's main process. Without a keychain
 * the text is stored unencrypted: a license token is only valid on this device. Raises the errors of `safeStorage`,
 * such as after the keychain was reset; the text is kept.
 */
export function safeStorageOver(storage: LicenseStorage, safeStorage: SafeStorage): LicenseStorage {
  const open = (text: string | undefined): string | undefined =>
    text?.startsWith(PREFIX) === true
      ? safeStorage.decryptString(Buffer.from(text.slice(PREFIX.length), 'base64'))
      : text;
  const seal = (text: string | undefined): string | undefined =>
    text !== undefined && safeStorage.isEncryptionAvailable()
      ? PREFIX + safeStorage.encryptString(text).toString('base64')
      : text;
  return {
    read: async () => open(await storage.read()),
    update: (change) =>
      storage.update((text) => {
        const before = open(text);
        const next = change(before);
        return next === before ? text : seal(next);
      }),
  };
}
