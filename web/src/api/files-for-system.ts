import type { Download } from './inventory.ts';

/** The system of this browser; undefined when it does not say. */
export function ownSystem(): Download['platform'] | undefined {
  return platformOf(navigator.userAgent);
}

/** The files for a system, its own before those for every system; and the others. */
export function filesFor(
  files: readonly Download[],
  system: Download['platform'] | undefined,
): { readonly here: readonly Download[]; readonly elsewhere: readonly Download[] } {
  const own = files.filter(({ platform }) => platform === system);
  const universal = files.filter(({ platform }) => platform === 'Universal' && platform !== system);
  const here = [...own, ...universal];
  return { here, elsewhere: files.filter((file) => !here.includes(file)) };
}

/** Whether what is sold for computers is installed elsewhere. */
export function isPhone(system: Download['platform'] | undefined): boolean {
  return system === 'iOS' || system === 'Android';
}

/** The system of a browser, if it reports one. */
export function platformOf(userAgent: string): Download['platform'] | undefined {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'iOS';
  if (userAgent.includes('Android')) return 'Android';
  if (userAgent.includes('Windows')) return 'Windows';
  if (userAgent.includes('Mac OS')) return 'Mac';
  return userAgent.includes('Linux') ? 'Linux' : undefined;
}
