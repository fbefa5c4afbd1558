import { createClient, createStoredSession, defaultStorage, signOut } from '@latchkey/sdk';
import { forgetTabView, tabView } from './tab-view.ts';
import { OWN_HOST, send } from './transport.ts';

const server = { baseUrl: OWN_HOST, fetch: send };
/** The page that opens a view, and that says when it has ended. */
const VIEW_PATH = '/account/view';

const session = createStoredSession(tabView === undefined ? defaultStorage() : sessionStorage);

/**
 * The clients of this page: the SDK's `createStorefront` without its cart, because the pages have one that shows
 * changes immediately.
 */
export const storefront = { client: createClient({ ...server, session }), visitor: createClient(server) };

/** The session, whose end also ends it on the server. */
export const browserSession = {
  ...session,
  end: (): void => {
    if (tabView !== undefined) void leaveView();
    // Not awaited: if the server is unreachable, the session expires by itself.
    else signOut({ ...server, session }).catch(() => undefined);
  },
};

let isLeaving = false;

/** Ends a look of the vendor at the account, of which nothing stays in the tab. */
async function leaveView(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  // If the server is unreachable, the view ends by itself.
  await storefront.client.POST('/api/customer/view/end').catch(() => undefined);
  session.end();
  forgetTabView();
  window.location.replace(VIEW_PATH);
}
