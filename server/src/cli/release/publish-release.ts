import { isDeepStrictEqual } from 'node:util';
import { parseVersion } from '../../kernel/version.ts';
import type { Static } from '../../kernel/schema.ts';
import type { DownloadInput, ReleaseAnswer } from '../../api/wire/release.ts';
import { CommandError, EXIT_USAGE } from '../failure.ts';
import { type CoreClient, EXIT_REFUSED, hasTexts } from './core-client.ts';
import type { LocalFile } from './local-file.ts';
import { type ReportProgress, uploadFile } from './upload-file.ts';

type Release = Static<typeof ReleaseAnswer>;
type Download = Release['downloads'][number];
/** What the command says of its files, besides their names. */
export type FileFacts = Omit<Static<typeof DownloadInput>, 'name' | 'key'>;

/** A release as it shall be. */
export interface PublishInput {
  readonly productId: string;
  readonly version: string;
  readonly files: readonly LocalFile[];
  readonly facts: FileFacts;
  readonly channel?: string | undefined;
  readonly notes?: string | undefined;
  readonly minimumSupportedVersion?: string | undefined;
  readonly isDraft: boolean;
  /** Files of a published release may be replaced by others. */
  readonly replaces: boolean;
}

/** What was done. */
export interface PublishOutcome {
  readonly status: 'published' | 'draft' | 'unchanged';
  readonly release: Release;
  readonly files: readonly { readonly name: string; readonly status: 'uploaded' | 'present' }[];
}

/**
 * Makes the release what the input says: adds it or the files that it lacks, and publishes it. What is there already stays,
 * so that the same command can be repeated. Raises a `CommandError` with the reason.
 */
export async function publishRelease(
  client: CoreClient,
  input: PublishInput,
  report: ReportProgress,
): Promise<PublishOutcome> {
  const { productId, version, files, isDraft } = input;
  const path = `/api/products/${encodeURIComponent(productId)}/releases`;
  const before = await client.find(`${path}/${version}`, isRelease);
  if (before === undefined) {
    // An unknown product is refused before gigabytes are on their way.
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
  const saved = await save(client, path, input, before, downloads);
  const isPublishing = !isDraft && saved.publishedAt === null;
  const release = isPublishing ? await client.call('POST', `${path}/${version}/publish`, isRelease) : saved;
  return {
    status: statusOf(before, release),
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

/** Adds the release, or changes what is different; of two builds that add it at once, the second one extends it. */
async function save(
  client: CoreClient,
  path: string,
  input: PublishInput,
  before: Release | undefined,
  downloads: readonly Static<typeof DownloadInput>[],
): Promise<Release> {
  const { version, notes, channel, minimumSupportedVersion } = input;
  const facts = { description: notes, minimumSupportedVersion };
  const release = before ?? (await create(client, path, input, downloads));
  const url = `${path}/${version}`;
  let saved = release;
  for (const download of [...downloads, ...changedFacts(release, input)]) {
    if (!isIn(saved, download))
      saved = await client.call('POST', `${url}/add-download`, isRelease, { body: download });
  }
  const changes = Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => value !== undefined && value !== Reflect.get(saved, name),
    ),
  );
  if (channel !== undefined && channel !== saved.channel) throw otherChannel(input, saved);
  return Object.keys(changes).length === 0 ? saved : client.call('PATCH', url, isRelease, { body: changes });
}

async function create(
  client: CoreClient,
  path: string,
  { version, notes, channel, minimumSupportedVersion }: PublishInput,
  downloads: readonly Static<typeof DownloadInput>[],
): Promise<Release> {
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
    return release;
  }
}

/** The files that are there, as the command wants them: what it does not say of them stays as it is. */
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
  if (release.publishedAt === null || replaces) return;
  const names = files
    .filter((file) => presentFile(release, input, file) === undefined)
    .map(({ name }) => name)
    .filter((name) =>
      release.downloads.some((file) => file.name === name && file.platform === facts.platform),
    );
  if (names.length === 0) return;
  throw new CommandError(
    `${version} is published with another ${names.join(', ')}: choose a new version, or add --replace`,
    EXIT_REFUSED,
  );
}

function otherChannel({ version, channel }: PublishInput, release: Release): CommandError {
  return new CommandError(
    `${version} is on the channel ${release.channel}, not ${channel ?? ''}: change it over the API`,
    EXIT_REFUSED,
  );
}
