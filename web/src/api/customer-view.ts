import { keepTabView } from './tab-view.ts';
import { answer, visitorApi } from './client.ts';

/** Opens a look at a customer's account with the code of its link, for this tab. Refused with 400 `InvalidCode`. */
export async function openView(code: string): Promise<void> {
  const opened = await answer(visitorApi.POST('/api/customer/view/open', { body: { code } }));
  const { accessToken, viewerName, expiresAt, customer } = opened;
  keepTabView({ viewerName, expiresAt }, { ...customer, accessToken });
}
