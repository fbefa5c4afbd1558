/** How pages name one of several licenses: the beginning of its id. */
export function licenseName(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
