const MAX_CHARACTERS = 200;

/** The language tags of an `Accept-Language` header, most preferred first. */
export function languagesIn(header: string | undefined): string[] {
  if (header === undefined) return [];
  const wishes = header
    .slice(0, MAX_CHARACTERS)
    .split(',')
    .flatMap((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith('q='));
      const preference = weight === undefined ? 1 : Number(weight.slice(2));
      return tag === '' || !(preference > 0) ? [] : [{ tag, preference }];
    });
  return wishes.toSorted((a, b) => b.preference - a.preference).map(({ tag }) => tag);
}
