import { DEFAULT_CHANNEL, type ReleaseArch, type UpdateFile } from '../../modules/releases/index.ts';
import { archFiles, platformFiles, type UpdateSource } from './update-source.ts';

/** The parts of a file name that electron-updater requests. */
interface ElectronFeed {
  readonly channel: string;
  readonly platform: 'Windows' | 'Mac' | 'Linux';
  /** Only for Linux: the files of other platforms list all processors. */
  readonly arch?: ReleaseArch | undefined;
}

const LINUX_ARCHS: Readonly<Record<string, ReleaseArch>> = {
  x64: 'X64',
  arm64: 'Arm64',
  arm: 'Arm',
  armv7l: 'Arm',
  ia32: 'X86',
};
/** Node's `process.arch`, by which electron-updater chooses one of several files. */
const NODE_ARCHS: Readonly<Record<string, string>> = { X86: 'ia32', X64: 'x64', Arm: 'arm', Arm64: 'arm64' };

/** Installers that electron-updater can use, the preferred one first. */
const INSTALLERS = {
  Windows: ['.exe', '.msi', '.appx'],
  Mac: ['.zip', '.dmg', '.pkg'],
  Linux: ['.appimage', '.deb', '.rpm', '.pacman'],
} as const;

/** Reads `latest.yml`, `beta-mac.yml`, `latest-linux-arm64.yml` and the like; `undefined` for anything else. */
export function electronFeed(fileName: string): ElectronFeed | undefined {
  const match = /^([a-z0-9][a-z0-9-]*?)(?:(-mac)|(-linux)(?:-(x64|arm64|armv7l|arm|ia32))?)?\.yml$/.exec(
    fileName,
  );
  if (match === null) return undefined;
  const [, name = '', mac, linux, arch = 'x64'] = match;
  const channel = name === 'latest' ? DEFAULT_CHANNEL : name;
  if (linux !== undefined) return { channel, platform: 'Linux', arch: LINUX_ARCHS[arch] };
  return { channel, platform: mac === undefined ? 'Windows' : 'Mac' };
}

/** The newest update for the platform, in electron-updater's format; `undefined` when there is none. */
export async function electronUpdate(source: UpdateSource, feed: ElectronFeed): Promise<string | undefined> {
  for (const update of source.updates) {
    const files = installersOf(platformFiles(update, feed.platform), feed).map((file) => ({
      url: urlOf(source, file),
      sha512: Buffer.from(file.sha512 ?? '', 'hex').toString('base64'),
      size: file.sizeBytes,
    }));
    const [first] = files;
    if (first === undefined) continue;
    const { version, description, publishedAt } = update.release;
    const { stringify } = await import('yaml');
    return stringify(
      {
        version,
        files,
        path: first.url,
        sha512: first.sha512,
        releaseDate: publishedAt?.toISOString(),
        ...(description !== null && { releaseNotes: description }),
      },
      { version: '1.1', lineWidth: 0 },
    );
  }
  return undefined;
}

/** An older file without SHA-512 could not be verified. */
function installersOf(files: readonly UpdateFile[], { platform, arch }: ElectronFeed): UpdateFile[] {
  const rank = ({ name }: UpdateFile): number =>
    INSTALLERS[platform].findIndex((ending) => name.toLowerCase().endsWith(ending));
  const installers = files.filter((file) => rank(file) >= 0 && file.sha512 !== null);
  const candidates = arch === undefined ? installers : archFiles(installers, arch);
  return candidates.toSorted((a, b) => rank(a) - rank(b));
}

/** electron-updater looks for the processor in the URL, and not every name contains it. */
function urlOf({ fileUrl }: UpdateSource, file: UpdateFile): string {
  const arch = NODE_ARCHS[file.arch];
  return arch === undefined || file.name.includes(arch) ? fileUrl(file) : `${fileUrl(file)}?arch=${arch}`;
}
