/** A day in the language's format, such as `3 Mar 2026`. */
export function formatDay(moment: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(moment));
}

/** A day with the time of day. */
export function formatMoment(moment: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  );
}
