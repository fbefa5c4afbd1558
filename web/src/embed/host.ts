/** The origin of the vendor's pages: the one that this script is from. */
export const HOST = new URL(import.meta.url).origin;

/** The address of a page, for a frame. */
export function pageUrl(path: string, search: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(path, HOST);
  url.searchParams.set('embedded', '1');
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
