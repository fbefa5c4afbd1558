import { createClient, createStoredSession, defaultStorage, signOut } from '@latchkey/sdk';
import { tabView } from './tab-view.ts';
import { OWN_HOST, send } from './transport.ts';

const server = { baseUrl: OWN_HOST, fetch: send };

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
    // Only the tab of a view loads what ends one.
    if (tabView !== undefined) void import('./leave-view.ts').then(({ leaveView }) => leaveView(session));
    // Not awaited: if the server is unreachable, the session expires by itself.
    else signOut({ ...server, session }).catch(() => undefined);
  },
};
