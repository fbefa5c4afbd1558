import type { components } from '@latchkey/sdk';
import { createBrowserStorage } from '@latchkey/ui/browser-storage.ts';
import { nextPath } from './next-path.ts';

/** What a tab remembers while its reader is at the provider. */
interface Visit {
  readonly attempt: string;
  /** The page of the dashboard to go on with. */
  readonly next: string;
  /** It is a second look in a session, and no sign-in. */
  readonly isConfirmation: boolean;
}

const KEY = 'latchkey.dashboard.provider';
/** Of this tab alone: no other page, and no link, brings somebody back. */
const tabStorage = createBrowserStorage(() => window.sessionStorage);

/** Leaves the dashboard for the provider. */
export function leaveForProvider(
  { url, attempt }: components['schemas']['OperatorProviderDeparture'],
  { next, isConfirmation }: Omit<Visit, 'attempt'>,
): void {
  tabStorage.write(KEY, JSON.stringify([attempt, next, isConfirmation]));
  window.location.assign(url);
}

/** The visit that this tab comes back from, once. */
export function takeVisit(): Visit | undefined {
  const text = tabStorage.read(KEY);
  tabStorage.write(KEY, undefined);
  const visit: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!Array.isArray(visit)) return undefined;
  const [attempt, next, isConfirmation] = visit.map(String);
  if (attempt === undefined) return undefined;
  return { attempt, next: nextPath(next), isConfirmation: isConfirmation === 'true' };
}
