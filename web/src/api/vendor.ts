import { fieldsOf } from './answer.ts';
import { callApi } from './client.ts';

/** The merchant whose page it is. */
export interface Vendor {
  readonly id: string;
  readonly name: string;
  readonly logoUrl: string | undefined;
}

export interface CurrentVendor extends Vendor {
  /** Where the vendor sells: the storefront, or else the website. */
  readonly shopUrl: string | undefined;
}

/** The merchant behind the host of the page. */
export function fetchVendor(signal: AbortSignal): Promise<CurrentVendor> {
  return callApi({
    path: '/api/public/vendors/current',
    signal,
    read: (json) => {
      const vendor = fieldsOf(json, 'vendor');
      const shopUrl = vendor.maybeText('storefrontUrl') ?? vendor.maybeText('websiteUrl');
      return { ...readVendor(json, 'vendor'), shopUrl };
    },
  });
}

/** What every answer says of a vendor. Raises `UnexpectedAnswer`. */
export function readVendor(value: unknown, at: string): Vendor {
  const vendor = fieldsOf(value, at);
  return { id: vendor.text('id'), name: vendor.text('name'), logoUrl: vendor.maybeText('logoUrl') };
}
