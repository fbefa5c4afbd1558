import { browserStorage } from '@latchkey/ui/browser-storage.ts';

const STORAGE_KEY = 'latchkey.dashboard.codes';

/** Whether whoever signed in here last did so with a one-time code: the field for it is shown at once. */
export function hasCodeHabit(): boolean {
  return browserStorage.read(STORAGE_KEY) === 'on';
}

/** Remembers in this browser whether a one-time code was part of signing in. */
export function keepCodeHabit(isOn: boolean): void {
  browserStorage.write(STORAGE_KEY, isOn ? 'on' : 'off');
}
