import { createClient, type StoredSession } from '@latchkey/sdk';
import { VIEW_KEYS } from './tab-view.ts';
import { OWN_HOST, send } from './transport.ts';

/** The page that opens a view, and that says when it has ended. */
const VIEW_PATH = '/account/view';

let isLeaving = false;

/** Ends a look of the vendor at the account, of which nothing stays in the tab. */
export async function leaveView(session: StoredSession): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  // If the server is unreachable, the view ends by itself.
  await createClient({ baseUrl: OWN_HOST, fetch: send, session })
    .POST('/api/customer/view/end')
    .catch(() => undefined);
  session.end();
  for (const key of Object.values(VIEW_KEYS)) sessionStorage.removeItem(key);
  window.location.replace(VIEW_PATH);
}
