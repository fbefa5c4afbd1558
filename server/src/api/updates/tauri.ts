import { isHigherVersion } from '../../kernel/version.ts';
import type { ReleaseArch, Update, UpdateFile } from '../../modules/releases/index.ts';
import { archFiles, platformFiles, type UpdateSource } from './update-source.ts';

const PLATFORMS = { darwin: 'Mac', linux: 'Linux', windows: 'Windows' } as const;
const ARCHS = { x86_64: 'X64', aarch64: 'Arm64', i686: 'X86', armv7: 'Arm' } as const;
/** Tauri's names for the kinds of packages, by their extensions. */
const BUNDLES: readonly (readonly [bundle: string, ending: RegExp])[] = [
  ['app', /\.app\.tar\.gz$/i],
  ['appimage', /\.appimage(\.tar\.gz)?$/i],
  ['deb', /\.deb$/i],
  ['rpm', /\.rpm$/i],
  ['nsis', /(\.exe|\.nsis\.zip)$/i],
  ['msi', /\.msi(\.zip)?$/i],
];

type TauriSystem = keyof typeof PLATFORMS;
type TauriArch = keyof typeof ARCHS;

/** The systems and processors that Tauri updates. */
export const TAURI_SYSTEMS: TauriSystem[] = ['darwin', 'linux', 'windows'];
export const TAURI_ARCHS: TauriArch[] = ['x86_64', 'aarch64', 'i686', 'armv7'];

/** The computer that requests an update, in Tauri's terms. */
interface TauriTarget {
  readonly system: TauriSystem;
  readonly arch: TauriArch;
  /** The kind of package that the application was installed from; absent: any. */
  readonly bundle?: string | undefined;
  readonly currentVersion: string;
}

/** The newest update with the files of all targets, for a Tauri endpoint that is a file; `undefined` without any. */
export function tauriFile(source: UpdateSource) {
  for (const update of source.updates) {
    const platforms = Object.fromEntries(
      TAURI_SYSTEMS.flatMap((system) =>
        TAURI_ARCHS.flatMap((arch) => targetsOf(source, update, system, arch)),
      ),
    );
    if (Object.keys(platforms).length > 0) return { ...aboutUpdate(update), platforms };
  }
  return undefined;
}

/** The update for one target; `undefined` when the application already has it, or there is none. */
export function tauriUpdate(source: UpdateSource, { system, arch, bundle, currentVersion }: TauriTarget) {
  for (const update of source.updates) {
    const files = signedFiles(update, system, ARCHS[arch]);
    const file = files.find(({ name }) => bundle !== undefined && bundleOf(name) === bundle) ?? files[0];
    if (file === undefined) continue;
    if (!isNewer(update.release.version, currentVersion)) return undefined;
    return { ...aboutUpdate(update), ...signedFile(source, file) };
  }
  return undefined;
}

/** A target itself, and with each kind of package that exists for it. */
function targetsOf(source: UpdateSource, update: Update, system: TauriSystem, arch: TauriArch) {
  const files = signedFiles(update, system, ARCHS[arch]);
  const target = `${system}-${arch}`;
  return files
    .flatMap((file) => {
      const bundle = bundleOf(file.name);
      const names = bundle === undefined ? [target] : [`${target}-${bundle}`, target];
      return names.map((name) => [name, signedFile(source, file)] as const);
    })
    .toReversed();
}

function signedFiles(update: Update, system: TauriSystem, arch: ReleaseArch): readonly UpdateFile[] {
  const files = platformFiles(update, PLATFORMS[system]);
  return archFiles(
    files.filter(({ signatures }) => signatures?.tauri !== undefined),
    arch,
  );
}

function signedFile({ fileUrl }: UpdateSource, file: UpdateFile) {
  return { url: fileUrl(file), signature: file.signatures?.tauri ?? '' };
}

function aboutUpdate({ release: { version, description, publishedAt } }: Update) {
  return {
    version,
    ...(description !== null && { notes: description }),
    ...(publishedAt !== null && { pub_date: publishedAt.toISOString() }),
  };
}

function bundleOf(name: string): string | undefined {
  return BUNDLES.find(([, ending]) => ending.test(name))?.[0];
}

/** Pre-releases are below their version, and an unreadable version is below all: Tauri then compares again itself. */
function isNewer(version: string, installed: string): boolean {
  const [, core = '', pre = ''] = /^v?(\d+\.\d+\.\d+)(-[\w.-]+)?(?:\+[\w.-]+)?$/.exec(installed) ?? [];
  return core === '' || isHigherVersion(version, core) || (version === core && pre !== '');
}
