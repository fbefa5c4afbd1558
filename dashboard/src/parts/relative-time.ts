const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const;

/** `3 hours ago`, `in 2 days`; undefined for a week and more. */
export function relativeTime(moment: string, now: number, locale: string): string | undefined {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  let distance = (new Date(moment).getTime() - now) / 1_000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(Math.round(distance)) < size) return format.format(Math.round(distance), unit);
    distance /= size;
  }
  return undefined;
}
