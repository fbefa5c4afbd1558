import type { Update, UpdateFile } from '../../modules/releases/index.ts';
import type { UpdateSource } from './update-source.ts';

/** Reads `releases.win.json` and the like, the channel of Velopack; `undefined` for anything else. */
export function velopackChannel(fileName: string): string | undefined {
  return /^releases\.([\w.-]{1,100})\.json$/i.exec(fileName)?.[1]?.toLowerCase();
}

/** All packages of one of Velopack's channels; older ones without a SHA-1 could not be verified. */
export function velopackReleases({ updates }: UpdateSource, channel: string) {
  return {
    Assets: updates.flatMap((update) =>
      update.files.flatMap((file) => {
        const packaged = readPackageName(file.name, channel);
        if (packaged === undefined || file.sha1 === null) return [];
        return [assetOf(update, { ...file, sha1: file.sha1 }, packaged)];
      }),
    ),
  };
}

/** The package with this name, from the highest version that has it. */
export function findPackage({ updates }: UpdateSource, name: string): UpdateFile | undefined {
  return updates.flatMap(({ files }) => files).find((file) => file.name === name && /\.nupkg$/i.test(name));
}

function assetOf(
  { release }: Update,
  file: UpdateFile & { readonly sha1: string },
  { id, version, type }: PackageName,
) {
  return {
    PackageId: id,
    Version: version,
    Type: type,
    FileName: file.name,
    SHA1: file.sha1.toUpperCase(),
    SHA256: file.sha256.toUpperCase(),
    Size: file.sizeBytes,
    ...(release.description !== null && { NotesMarkdown: release.description }),
  };
}

interface PackageName {
  readonly id: string;
  readonly version: string;
  readonly type: 'Full' | 'Delta';
}

/** `vpk` writes the channel into the name of a package, except on Windows for the platform's own channel. */
function readPackageName(name: string, channel: string): PackageName | undefined {
  const [, stem = '', kind = ''] = /^(.+)-(full|delta)\.nupkg$/i.exec(name) ?? [];
  const suffix = `-${channel}`;
  const isNamed = stem.toLowerCase().endsWith(suffix);
  if (!isNamed && channel !== 'win') return undefined;
  const identity = isNamed ? stem.slice(0, -suffix.length) : stem;
  const [, id, version, pre = ''] = /^([^]+?)-(\d+\.\d+\.\d+)(-[^]+)?$/.exec(identity) ?? [];
  if (id === undefined || version === undefined) return undefined;
  if (!/^(?:-[0-9A-Za-z.-]+)?$/.test(pre)) return undefined;
  // A suffix that looks like a pre-release is another channel.
  if (!isNamed && /^-(win|osx|linux)\b/i.test(pre)) return undefined;
  return { id, version: version + pre, type: kind.toLowerCase() === 'full' ? 'Full' : 'Delta' };
}
