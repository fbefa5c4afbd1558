import type { Update, UpdateFile } from '../../modules/releases/index.ts';
import { DEFAULT_CHANNEL } from '../../modules/releases/index.ts';
import { archFiles, platformFiles, type UpdateSource } from './update-source.ts';

/** The processors of the appcast; absent: all that Sparkle and WinSparkle support. */
interface AppcastTarget {
  readonly platform?: 'Mac' | 'Windows' | undefined;
  readonly arch?: 'X86' | 'X64' | 'Arm64' | undefined;
}

/** Files for other updaters. */
const OTHER_FILES = /\.(blockmap|sig|ya?ml|json|nupkg)$/i;
const NAMESPACE = 'http://www.andymatuschak.org/xml-namespaces/sparkle';

/** The appcast of Sparkle and WinSparkle: an item for each file of each update. */
export async function appcast(source: UpdateSource, target: AppcastTarget): Promise<string> {
  const { default: XMLBuilder } = await import('fast-xml-builder');
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
  const platforms = target.platform === undefined ? (['Mac', 'Windows'] as const) : [target.platform];
  const items = source.updates.flatMap((update) => {
    const files = platforms.flatMap((platform) => itemFiles(update, platform, target));
    return [...new Set(files)].map((file) => itemOf(source, update, file));
  });
  const rss = {
    '@version': '2.0',
    '@xmlns:sparkle': NAMESPACE,
    channel: { title: legal(source.product.name), item: items },
  };
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'utf-8' }, rss });
}

/** If the vendor signed files for Sparkle, the unsigned ones are for something else. */
function itemFiles(update: Update, platform: 'Mac' | 'Windows', { arch }: AppcastTarget) {
  const files = platformFiles(update, platform).filter(({ name }) => !OTHER_FILES.test(name));
  const signed = files.filter(({ signatures }) => signatures?.sparkle !== undefined);
  const candidates = signed.length > 0 ? signed : files;
  return arch === undefined ? candidates : archFiles(candidates, arch);
}

function itemOf(source: UpdateSource, { release }: Update, file: UpdateFile) {
  const { version, channel, description, publishedAt } = release;
  const critical = criticalVersion(source, release.minimumVersion, file);
  return {
    title: legal(`${source.product.name} ${version}`),
    pubDate: publishedAt?.toUTCString(),
    'sparkle:version': file.buildVersion ?? version,
    'sparkle:shortVersionString': version,
    ...(channel !== DEFAULT_CHANNEL && { 'sparkle:channel': channel }),
    ...(file.minimumSystemVersion !== null && { 'sparkle:minimumSystemVersion': file.minimumSystemVersion }),
    ...(file.platform === 'Mac' && file.arch === 'Arm64' && { 'sparkle:hardwareRequirements': 'arm64' }),
    ...(critical !== undefined && { 'sparkle:criticalUpdate': { '@sparkle:version': critical } }),
    ...(description !== null && {
      description: { '@sparkle:format': 'plain-text', '#text': legal(description) },
    }),
    enclosure: {
      '@url': source.fileUrl(file),
      '@length': String(file.sizeBytes),
      '@type': 'application/octet-stream',
      ...systemOf(file),
      ...(file.signatures?.sparkle !== undefined && { '@sparkle:edSignature': file.signatures.sparkle }),
    },
  };
}

/**
 * The version below which the update is critical, in the versions that Sparkle compares. If that of the minimum is not
 * among the updates, the update is not critical: without a version, it would be critical for all.
 */
function criticalVersion(
  { updates }: UpdateSource,
  minimum: string | null,
  { platform, buildVersion }: UpdateFile,
): string | undefined {
  if (minimum === null || buildVersion === null) return minimum ?? undefined;
  const least = updates.find(({ release }) => release.version === minimum);
  const files = least?.files.filter((file) => file.platform === platform) ?? [];
  return files.find((file) => file.buildVersion !== null)?.buildVersion ?? undefined;
}

const WINDOWS_ARCHS: Readonly<Record<string, string>> = { X86: '-x86', X64: '-x64', Arm64: '-arm64' };

function systemOf({ platform, arch }: UpdateFile): { '@sparkle:os'?: string } {
  if (platform === 'Mac') return { '@sparkle:os': 'macos' };
  if (platform === 'Windows') return { '@sparkle:os': `windows${WINDOWS_ARCHS[arch] ?? ''}` };
  return {};
}

/** Without the characters that XML cannot represent, escaped or not. */
function legal(text: string): string {
  return text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
}
