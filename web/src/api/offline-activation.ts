import { TEXT } from '@latchkey/sdk';
import { answer, customerApi } from './client.ts';
import { UnexpectedAnswer } from '@latchkey/ui/failures/failures.ts';

/** A device that works without a connection once it has its license file. */
export interface OfflineActivation {
  readonly productName: string;
  /** The address of the license file, which works for an hour, for anybody who has it. */
  readonly fileUrl: string;
}

/**
 * Activates the device that a device file describes; safe to send again, because the device keeps its seat. Refused
 * with 400 `InvalidDeviceToken`, `OfflineActivationNotAllowed`, 401 without a customer, 403 `ProductNotOwned`,
 * `ProductInactive`, 404 for an unknown product, and 409 `NoFreeActivations`.
 */
export async function activateOffline(deviceToken: string): Promise<OfflineActivation> {
  const call = customerApi.POST('/api/customer/inventory/activate', {
    ...TEXT,
    params: { query: { method: 'Offline' } },
    body: deviceToken,
  });
  const { product } = await answer(call);
  const { response } = await call;
  return { productName: product.name, fileUrl: fileUrlOf(response) };
}

/**
 * The address of the license file in a response. Raises `UnexpectedAnswer` for an address that must not be followed.
 */
export function fileUrlOf({ headers }: Pick<Response, 'headers'>): string {
  const location = headers.get('location');
  const url = location === null ? null : URL.parse(location);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UnexpectedAnswer('The response to an activation has no address of the license file.');
  }
  return url.href;
}
