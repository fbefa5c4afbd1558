const DEFAULT_CHANNEL = 'stable';

/** The channels of releases, each once: the one for everybody first, which every product has, then by name. */
export function channelsOf(releases: readonly { readonly channel: string }[]): readonly string[] {
  const others = new Set(releases.map(({ channel }) => channel));
  others.delete(DEFAULT_CHANNEL);
  return [DEFAULT_CHANNEL, ...[...others].toSorted()];
}
