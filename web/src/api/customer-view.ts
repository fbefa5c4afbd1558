import { createStoredSession, type SignedIn } from '@latchkey/sdk';
import { type TabView, VIEW_KEYS } from './tab-view.ts';
import { answer, visitorApi } from './client.ts';

/** Opens a look at a customer's account with the code of its link, for this tab. Refused with 400 `InvalidCode`. */
export async function openView(code: string): Promise<void> {
  const opened = await answer(visitorApi.POST('/api/customer/view/open', { body: { code } }));
  const { accessToken, viewerName, expiresAt, customer } = opened;
  keepTabView({ viewerName, expiresAt }, { ...customer, accessToken });
}

/** Makes the next pages of this tab those of the customer, as the vendor sees them. */
function keepTabView({ viewerName, expiresAt }: TabView, customer: Omit<SignedIn, 'refreshToken'>): void {
  const session = createStoredSession(sessionStorage);
  // A view is not renewed: the server refuses this, and with that it ends here.
  session.begin({ ...customer, refreshToken: 'none' });
  session.close();
  sessionStorage.setItem(VIEW_KEYS.viewerName, viewerName);
  sessionStorage.setItem(VIEW_KEYS.expiresAt, expiresAt);
}
