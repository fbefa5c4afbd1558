import { type Static, Type } from '../../kernel/schema.ts';
import {
  clientDeviceName,
  deviceFields,
  deviceNameOf,
  readUsage,
  type Usage,
} from '../../modules/licensing/index.ts';

/** The device for a license, a trial or an activation (customer API, Client licensing). */
export const DeviceInput = Type.Object(
  { ...deviceFields, deviceName: clientDeviceName },
  { title: 'Device' },
);

/** The device of a request. */
export function deviceIn({ deviceName, deviceSignature }: Static<typeof DeviceInput>) {
  return { name: deviceNameOf(deviceName), signature: deviceSignature };
}

/**
 * Optional analytics metadata; `usageOf` reads it. On routes with `config.isLenient` it is never refused, in any form.
 */
export const usageQuery = {
  appVersion: Type.Optional(
    Type.Unknown({
      title: 'AppVersion',
      description: 'Version of the application, such as 1.2.3; at most 64 characters are kept.',
    }),
  ),
  platform: Type.Optional(
    Type.Unknown({ title: 'UsagePlatform', description: 'Windows, Mac or Linux; anything else is ignored.' }),
  ),
  meta: Type.Optional(
    Type.Unknown({
      title: 'UsageMeta',
      description:
        'Up to 20 additional dimensions, each written as meta[key]=value: keys of at most 64 characters, and of each ' +
        'value the first 256. Anything beyond that is ignored.',
    }),
  ),
};

/** On routes whose device takes seats of add-ons; `takesAddOns` reads it. Lenient like `usageQuery`. */
export const addOnsQuery = {
  autoActivateSubProducts: Type.Optional(
    Type.Unknown({
      title: 'AutoActivateSubProducts',
      description:
        '`false`: the device takes no seats of sub-products that are included in the license; it keeps those that it has.',
    }),
  ),
};

/** Whether the request lets the device take seats of add-ons: unless it says `false` or `0`. */
export function takesAddOns({
  autoActivateSubProducts: value,
}: {
  readonly autoActivateSubProducts?: unknown;
}) {
  return typeof value !== 'string' || !['false', '0'].includes(value.toLowerCase());
}

/** The metadata in the query of a request. */
export function usageOf(query: unknown): Usage {
  return readUsage(typeof query === 'object' && query !== null ? { ...query } : {});
}
