import type { components } from '@latchkey/sdk';
import { answer, customerApi } from './client.ts';
import { everyPage } from './every-page.ts';

/** A product for which the customer has licenses or trials. */
export type OwnedProduct = components['schemas']['OwnedProduct'];

/** The same with the notes of its current version. */
export type ProductVersion = components['schemas']['VersionedProduct'];

export type License = components['schemas']['LicenseSummary'];

/** A file of a version. */
export type Download = components['schemas']['Download'];

/** The customer's products, newest first. Refused with 401. */
export function fetchOwnedProducts(signal: AbortSignal): Promise<readonly OwnedProduct[]> {
  return everyPage((query) =>
    answer(customerApi.GET('/api/customer/inventory/products', { params: { query }, signal })),
  );
}

/** A product with its current version; also one that the customer does not own. Refused with 404 when there is none. */
export function fetchProductVersion(productId: string, signal: AbortSignal): Promise<ProductVersion> {
  const params = { path: { productId } };
  return answer(customerApi.GET('/api/customer/inventory/products/{productId}', { params, signal }));
}

/** The customer's licenses for a product, newest first. Refused with 404 when there is no such product. */
export function fetchLicenses(productId: string, signal: AbortSignal): Promise<readonly License[]> {
  return everyPage((query) =>
    answer(
      customerApi.GET('/api/customer/inventory/products/{productId}/licenses', {
        params: { path: { productId }, query },
        signal,
      }),
    ),
  );
}

/** An upgrade or renewal of a license. */
export type Upgrade = components['schemas']['LicenseUpgrade'];

/** The upgrades and renewals of a license that the customer can buy now. Refused with 404 when it is not theirs. */
export function fetchUpgrades(licenseId: string, signal?: AbortSignal): Promise<readonly Upgrade[]> {
  const path = '/api/customer/inventory/licenses/{licenseId}/upgrades';
  const params = { path: { licenseId } };
  return answer(customerApi.GET(path, { params, ...(signal && { signal }) }));
}

/** A file of one version of a product. */
export interface FileOfVersion {
  readonly productId: string;
  readonly version: string;
  readonly key: string;
}

/** A short-lived address from which the browser can save the file. Refused with 403 when files are for owners. */
export async function fetchFileUrl(path: FileOfVersion): Promise<string> {
  const { location } = await answer(
    customerApi.GET('/api/customer/inventory/products/{productId}/download/{version}/{key}', {
      params: { path, query: { redirect: false } },
    }),
  );
  return location;
}
