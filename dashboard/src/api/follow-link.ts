import { answer, api } from './client.ts';
import { confirmIdentity } from './confirmation.ts';

/** Has the browser download the file at a path of the API, however large. */
function followLink(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** The same for a file that needs a second look: the browser that fetches it cannot ask for the password. */
export async function followOnceConfirmed(href: string): Promise<void> {
  if (await isConfirmed()) followLink(href);
}

/** Whether it is certain who asks: asks for the password if that was too long ago. */
export async function isConfirmed(): Promise<boolean> {
  const { confirmedUntil } = await answer(api.GET('/api/operator/session'));
  return confirmedUntil !== undefined || (await confirmIdentity());
}
