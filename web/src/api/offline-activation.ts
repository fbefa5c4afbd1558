import { UnexpectedAnswer, fieldsOf } from './answer.ts';
import { callApi } from './client.ts';

/** A device that works without a connection once its license file is there. */
export interface OfflineActivation {
  readonly productName: string;
  /** Where the license file is for an hour, for whoever has the address. */
  readonly fileUrl: string;
}

/**
 * Activates the device that a device file describes; safe to send again, for the device keeps its seat. Refused with 400
 * `InvalidDeviceToken`, `OfflineActivationNotAllowed`, 401 without a customer, 403 `ProductNotOwned`, `ProductInactive`,
 * 404 for an unknown product, and 409 `NoFreeActivations`.
 */
export function activateOffline(
  deviceToken: string,
  accessToken: string | undefined,
): Promise<OfflineActivation> {
  return callApi({
    method: 'POST',
    path: '/api/customer/inventory/activate',
    query: { method: 'Offline' },
    text: deviceToken,
    accessToken,
    read: readOfflineActivation,
  });
}

/** Checks the license that an activation answers, and where its file is. Raises `UnexpectedAnswer`. */
export function readOfflineActivation(json: unknown, location: string | null): OfflineActivation {
  const url = location === null ? null : URL.parse(location);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UnexpectedAnswer('activation: expected the address of the license file');
  }
  const productName = fieldsOf(json, 'license').object('product', (value, at) =>
    fieldsOf(value, at).text('name'),
  );
  return { productName, fileUrl: url.href };
}
