import type { Checkout } from '../api/checkout.ts';

type Platform = NonNullable<Checkout['files']>[number]['platform'];

/** The system of a browser, if it reports one. */
export function platformOf(userAgent: string): Platform | undefined {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'iOS';
  if (userAgent.includes('Android')) return 'Android';
  if (userAgent.includes('Windows')) return 'Windows';
  if (userAgent.includes('Mac OS')) return 'Mac';
  return userAgent.includes('Linux') ? 'Linux' : undefined;
}
