/**
 * The path below `/dashboard` that somebody wanted before signing in: a path of this host alone, whatever the address
 * says.
 */
export function nextPath(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return '/';
  const path = next.replace(/^\/dashboard(?=\/|$)/, '');
  return path === '' || !/^\/(?![/\\])/.test(path) || path.startsWith('/sign-in') ? '/' : path;
}
