import { answer, api } from './client.ts';
import { confirmIdentity } from './confirmation.ts';

/** Has the browser download the file at a path of the API, however large. */
export function followLink(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** The same for a file that needs a second look: the browser that fetches it cannot ask for the password. */
export async function followOnceConfirmed(href: string): Promise<void> {
  const { confirmedUntil } = await answer(api.GET('/api/operator/session'));
  if (confirmedUntil !== undefined || (await confirmIdentity())) followLink(href);
}
