import { isDeepStrictEqual } from 'node:util';
import { parseVersion } from '../../kernel/version.ts';
import type { Static } from '../../kernel/schema.ts';
import type { DownloadInput, ReleaseAnswer } from '../../api/wire/release.ts';
import { CommandError, EXIT_USAGE } from '../failure.ts';
import { type CoreClient, EXIT_REFUSED, hasTexts, StaleError } from './core-client.ts';
import type { LocalFile } from './local-file.ts';
import { type ReportProgress, uploadFile } from './upload-file.ts';

type Release = Static<typeof ReleaseAnswer>;
type Download = Release['downloads'][number];
/** The options of a file, besides its name. */
export type FileFacts = Omit<Static<typeof DownloadInput>, 'name' | 'key'>;

/** The intended state of a release. */
export interface PublishInput {
  readonly productId: string;
  readonly version: string;
  readonly files: readonly LocalFile[];
  readonly facts: FileFacts;
  readonly channel?: string | undefined;
  readonly notes?: string | undefined;
  readonly minimumSupportedVersion?: string | undefined;
  readonly isDraft: boolean;
  /** Files of the release may be replaced by others. */
  readonly replaces: boolean;
  /** The release may replace a higher one as the current version. */
  readonly makesCurrent: boolean;
}

/** The outcome of a publication. */
export interface PublishOutcome {
  readonly status: 'published' | 'draft' | 'unchanged';
  readonly release: Release;
  readonly files: readonly { readonly name: string; readonly status: 'uploaded' | 'present' }[];
}

/**
 * Brings the release into the state of the input: adds it or its missing files, and publishes it. Existing parts stay,
 * so that the same command can be repeated. Raises a `CommandError` with the reason.
 */
export async function publishRelease(
  client: CoreClient,
  input: PublishInput,
  report: ReportProgress,
): Promise<PublishOutcome> {
  const { productId, version, files, isDraft } = input;
  const path = releasesPath(productId);
  const before = await client.find(`${path}/${version}`, isRelease);
  if (before === undefined) {
    // An unknown product is refused before gigabytes are sent.
    await client.call('GET', `${path}?pageSize=1`, isAnything);
    if (files.length === 0)
      throw new CommandError(
        `${productId} has no release ${version}: name the files of a new one`,
        EXIT_USAGE,
      );
  } else {
    refuseOther(input, before);
  }
  const missing = files.filter((file) => presentFile(before, input, file) === undefined);
  const downloads: Static<typeof DownloadInput>[] = [];
  for (const file of missing) {
    const purpose = JSON.stringify([productId, version, input.facts.platform]);
    const key = await uploadFile(client, file, purpose, report);
    downloads.push({ ...input.facts, name: file.name, key });
  }
  const saved = await save(client, input, before, downloads);
  const isPublishing = !isDraft && (saved.publishedAt === null || input.makesCurrent);
  const query = input.makesCurrent ? '?makeCurrent=true' : '';
  const release = isPublishing
    ? await client.call('POST', `${path}/${version}/publish${query}`, isRelease)
    : saved;
  return {
    status: isPublishing ? 'published' : statusOf(before, release),
    release,
    files: files.map((file) => ({
      name: file.name,
      status: missing.includes(file) ? 'uploaded' : 'present',
    })),
  };
}

function statusOf(before: Release | undefined, after: Release): PublishOutcome['status'] {
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(after)) return 'unchanged';
  return after.publishedAt === null ? 'draft' : 'published';
}

/** Other builds change the release at the same time, each a few times. */
const MOST_CHANGES = 50;

/**
 * Adds the release, or changes what is different; of two builds that add it at the same time, the second one extends
 * it.
 */
async function save(
  client: CoreClient,
  input: PublishInput,
  before: Release | undefined,
  downloads: readonly Static<typeof DownloadInput>[],
): Promise<Release> {
  const url = `${releasesPath(input.productId)}/${input.version}`;
  let release = before ?? (await create(client, input, downloads));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await extend(client, input, release, downloads);
    } catch (error) {
      if (!(error instanceof StaleError) || attempt === MOST_CHANGES) throw error;
      release = await client.call('GET', url, isRelease);
      refuseOther(input, release);
    }
  }
}

/** Changes what is different. Raises a `StaleError` when somebody else changes the release meanwhile. */
async function extend(
  client: CoreClient,
  input: PublishInput,
  release: Release,
  downloads: readonly Static<typeof DownloadInput>[],
): Promise<Release> {
  const { notes, minimumSupportedVersion } = input;
  const facts = { description: notes, minimumSupportedVersion };
  const url = `${releasesPath(input.productId)}/${input.version}`;
  let saved = release;
  for (const body of [...downloads, ...changedFacts(release, input)]) {
    if (isIn(saved, body)) continue;
    const ifMatch = client.tagOf(saved);
    saved = await client.call('POST', `${url}/add-download`, isRelease, { body, ifMatch });
  }
  const changes = Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => value !== undefined && value !== Reflect.get(saved, name),
    ),
  );
  if (Object.keys(changes).length === 0) return saved;
  return client.call('PATCH', url, isRelease, { body: changes, ifMatch: client.tagOf(saved) });
}

async function create(
  client: CoreClient,
  input: PublishInput,
  downloads: readonly Static<typeof DownloadInput>[],
): Promise<Release> {
  const { version, notes, channel, minimumSupportedVersion } = input;
  const path = releasesPath(input.productId);
  const body = {
    version: parseVersion(version),
    description: notes,
    channel,
    minimumSupportedVersion,
    downloads,
  };
  try {
    return await client.call('POST', `${path}/new`, isRelease, { body });
  } catch (error) {
    const release = await client.find(`${path}/${version}`, isRelease);
    if (release === undefined) throw error;
    // Another build was faster, with its own files or channel.
    refuseOther(input, release);
    return release;
  }
}

/** The existing files, as the command wants them: options that it does not set stay unchanged. */
function changedFacts(release: Release, input: PublishInput): Static<typeof DownloadInput>[] {
  return input.files.flatMap((file) => {
    const present = presentFile(release, input, file);
    if (present === undefined) return [];
    const { name, key, arch, signatures, buildVersion, minimumSystemVersion } = present;
    return [
      {
        ...(arch !== undefined && { arch }),
        ...(signatures !== undefined && { signatures }),
        ...(buildVersion !== undefined && { buildVersion }),
        ...(minimumSystemVersion !== undefined && { minimumSystemVersion }),
        ...input.facts,
        name,
        key,
      },
    ];
  });
}

function isIn(
  { downloads }: Release,
  { name, platform, key, ...facts }: Static<typeof DownloadInput>,
): boolean {
  const present = downloads.find((download) => download.name === name && download.platform === platform);
  return (
    present?.key === key &&
    Object.entries(facts).every(([field, value]) => isDeepStrictEqual(Reflect.get(present, field), value))
  );
}

function presentFile(
  release: Release | undefined,
  { facts }: PublishInput,
  { name, sha256 }: LocalFile,
): Download | undefined {
  return release?.downloads.find(
    (download) =>
      download.name === name && download.platform === facts.platform && download.sha256 === sha256,
  );
}

function isRelease(body: unknown): body is Release {
  return hasTexts(body, 'version', 'channel');
}

const isAnything = (body: unknown): body is unknown => body !== undefined;

function refuseOther(input: PublishInput, release: Release): void {
  const { version, channel, files, facts, replaces } = input;
  if (release.yankedAt !== null)
    throw new CommandError(`${version} was yanked: ${release.yankReason ?? ''}`, EXIT_REFUSED);
  if (channel !== undefined && channel !== release.channel) throw otherChannel(input, release);
  if (replaces) return;
  const others = files.filter(({ name, sha256 }) =>
    release.downloads.some(
      (file) =>
        file.name === name &&
        file.platform === facts.platform &&
        (file.sha256 !== sha256 || isOtherArch(file, facts)),
    ),
  );
  if (others.length === 0) return;
  const names = others.map(({ name }) => name).join(', ');
  throw new CommandError(
    release.publishedAt === null
      ? `the draft ${version} has another ${names}: choose a name for each processor, or add --replace`
      : `${version} is published with another ${names}: choose a new version, or add --replace`,
    EXIT_REFUSED,
  );
}

function isOtherArch(file: Download, { arch }: FileFacts): boolean {
  return arch !== undefined && file.arch !== undefined && file.arch !== 'Unknown' && file.arch !== arch;
}

function releasesPath(productId: string): string {
  return `/api/products/${encodeURIComponent(productId)}/releases`;
}

function otherChannel({ version, channel }: PublishInput, release: Release): CommandError {
  return new CommandError(
    `${version} is on the channel ${release.channel}, not ${channel ?? ''}: change it over the API`,
    EXIT_REFUSED,
  );
}
