/** The reason that was typed, as a part of a request; nothing if it was left out. */
export function reasonIn({ reason }: { readonly reason: string }): { readonly reason?: string } {
  const words = reason.trim();
  return words === '' ? {} : { reason: words };
}
