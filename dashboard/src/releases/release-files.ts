import type { components } from '@latchkey/sdk';

export type Platform = components['schemas']['Platform'];

export const PLATFORMS = ['Universal', 'Windows', 'Mac', 'Linux', 'iOS', 'Android'] as const;

/** What the ending of a file says about the system that it is for. */
const ENDINGS: readonly (readonly [RegExp, Platform])[] = [
  [/\.(?:exe|msi|msix|appx)$/i, 'Windows'],
  [/\.(?:dmg|pkg)$/i, 'Mac'],
  [/\.(?:appimage|deb|rpm|flatpak|snap)$/i, 'Linux'],
  [/\.(?:apk|aab)$/i, 'Android'],
  [/\.ipa$/i, 'iOS'],
  [/(?:^|[^a-z])(?:windows|win(?:32|64)?)(?:[^a-z]|$)/i, 'Windows'],
  [/(?:^|[^a-z])(?:macos|mac|osx|darwin)(?:[^a-z]|$)/i, 'Mac'],
  [/(?:^|[^a-z])linux(?:[^a-z]|$)/i, 'Linux'],
];

/** The system that a file is for, by its name; any, if the name does not say it. */
export function platformOf(fileName: string): Platform {
  return ENDINGS.find(([pattern]) => pattern.test(fileName))?.[1] ?? 'Universal';
}

/** A version such as `2.1.0` in its parts; a missing part is zero. Undefined for anything else. */
export function versionIn(text: string): components['schemas']['NewVersion'] | undefined {
  const match = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return { major, minor, patch };
}
