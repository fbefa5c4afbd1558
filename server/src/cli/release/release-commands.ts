import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { CHANNEL_FORM, DEFAULT_CHANNEL, hasForm, SIGNATURE_FORMS } from '../../modules/releases/index.ts';
import { withoutEnd } from '../../kernel/cut-text.ts';
import { parseVersion } from '../../kernel/version.ts';
import { CommandError, EXIT_USAGE } from '../failure.ts';
import { printJson } from '../output.ts';
import type { LocalFile } from './local-file.ts';
import type { FileFacts, PublishOutcome } from './publish-release.ts';
import { callerPath } from '../caller-path.ts';

const PLATFORMS = ['Universal', 'Windows', 'Linux', 'Mac', 'iOS', 'Android'];
const ARCHS = ['Universal', 'X86', 'X64', 'Arm', 'Arm64'];

/** `latchkey release …`, over the Core API of a server: it needs no data folder and no database. */
export function addReleaseCommands(program: Command): void {
  const release = program.command('release').description('publish releases on a server, from a build server');
  release
    .command('publish')
    .description('upload files, add them to a release and publish it; repeat the command after a failure')
    .argument(
      '[files...]',
      'the files of one platform; none to publish a draft',
      (file: string, others: readonly string[]) => [...others, callerPath(file)],
      [],
    )
    .requiredOption('--product <id>', 'the product')
    .requiredOption('--version <version>', 'the version of the release, major.minor.patch')
    .addOption(new Option('--platform <platform>', 'the platform of the files').choices(PLATFORMS))
    .addOption(new Option('--arch <arch>', 'the processor of the files').choices(ARCHS))
    .option('--channel <channel>', 'the channel of the release, such as beta (stable)')
    .option('--notes <file>', 'file with what is new', callerPath)
    .option(
      '--signature <kind=value>',
      'sparkle=… or tauri=…, for one file; @path reads the value from a file',
      (text: string, others: readonly string[]) => [...others, text],
      [],
    )
    .option('--build-version <version>', 'the CFBundleVersion, if it is not the version')
    .option('--minimum-system-version <version>', 'the lowest version of the operating system')
    .option('--minimum-supported-version <version>', 'lower versions of the product are no longer supported')
    .option('--draft', 'do not publish yet')
    .option('--replace', 'replace files of the release that have the same name')
    .option('--make-current', 'go back to this version, although a higher one is published')
    .addOption(new Option('--url <url>', 'base URL of the server').env('LATCHKEY_URL'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The API key comes from the environment variable LATCHKEY_API_KEY. It needs the scopes releases:read and releases:write.

Exit codes: 0 done, or nothing to do; 1 failure on this machine; 2 wrong command; 3 refused by the server;
4 the server was not reached or stayed unavailable: run the same command again, and it continues where it stopped.

Example:
  latchkey release publish --product my-app --version 1.3.0 --platform Mac --arch Arm64 --notes notes.md MyApp.dmg`,
    )
    .action(publishCommand);
}

interface PublishOptions {
  readonly product: string;
  readonly version: string;
  readonly platform?: FileFacts['platform'];
  readonly arch?: NonNullable<FileFacts['arch']>;
  readonly channel?: string;
  readonly notes?: string;
  readonly signature: readonly string[];
  readonly buildVersion?: string;
  readonly minimumSystemVersion?: string;
  readonly minimumSupportedVersion?: string;
  readonly draft?: true;
  readonly replace?: true;
  readonly makeCurrent?: true;
  readonly url?: string;
  readonly json?: true;
}

async function publishCommand(paths: readonly string[], options: PublishOptions): Promise<void> {
  const [{ coreClient, CLIENT_ENVIRONMENT }, { publishRelease }, { progressOn }] = await Promise.all([
    import('./core-client.ts'),
    import('./publish-release.ts'),
    import('./progress.ts'),
  ]);
  const say = (line: string): void => console.error(line);
  const server = serverOf(options, process.env['LATCHKEY_API_KEY'], say);
  const { product, version, channel, platform = 'Universal', draft, replace, makeCurrent } = options;
  if (parseVersion(version) === undefined) throw wrong(`--version ${version} is not major.minor.patch`);
  if (options.platform === undefined && paths.length > 0) throw wrong('--platform is missing');
  if (channel !== undefined && !hasForm(channel, CHANNEL_FORM))
    throw wrong(`--channel ${channel} ${CHANNEL_FORM.errorMessage}`);
  if (makeCurrent === true && channel !== undefined && channel !== DEFAULT_CHANNEL)
    throw wrong(`--make-current is only for the channel ${DEFAULT_CHANNEL}`);
  const facts = { platform, ...(await factsOf(options, paths)) };
  const input = {
    productId: product,
    version,
    files: await measureFiles(paths),
    facts,
    channel,
    notes: options.notes === undefined ? undefined : await readFile(options.notes, 'utf8'),
    minimumSupportedVersion: options.minimumSupportedVersion,
    isDraft: draft === true,
    replaces: replace === true,
    makesCurrent: makeCurrent === true,
  };
  const client = coreClient(server, { ...CLIENT_ENVIRONMENT, say });
  const outcome = await publishRelease(client, input, progressOn(process.stderr));
  if (options.json === true) printJson(outcome);
  else console.log(sentenceOf(product, outcome));
}

function sentenceOf(product: string, { status, release, files }: PublishOutcome): string {
  const name = `${product} ${release.version}`;
  if (status === 'unchanged')
    return release.publishedAt === null ? `${name} is already a draft.` : `${name} is already published.`;
  const count = files.filter((file) => file.status === 'uploaded').length;
  const uploads = `${count} of ${files.length} files uploaded`;
  if (status === 'draft') return `Saved ${name} as a draft (${uploads}).`;
  return `Published ${name} on ${release.channel} (${uploads}).`;
}

function serverOf({ url }: PublishOptions, apiKey: string | undefined, say: (line: string) => void) {
  if (url === undefined) throw wrong('--url or LATCHKEY_URL is missing: the base URL of the server');
  if (apiKey === undefined || apiKey === '')
    throw wrong('LATCHKEY_API_KEY is missing: put the API key into this environment variable');
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw wrong(`--url ${url} is not an http or https URL`);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname);
  if (parsed.protocol === 'http:' && !isLocal)
    say('warning: over http, others can read the API key in transit');
  return { baseUrl: withoutEnd(url, '/'), apiKey };
}

async function measureFiles(paths: readonly string[]) {
  const { measureFile } = await import('./local-file.ts');
  const files: LocalFile[] = [];
  for (const path of paths) {
    const file = await measureFile(path);
    if (file.size === 0) throw wrong(`${path} is empty`);
    if (files.some(({ name }) => name === file.name)) throw wrong(`two files are named ${file.name}`);
    files.push(file);
  }
  return files;
}

async function factsOf(
  { arch, buildVersion, minimumSystemVersion, signature }: PublishOptions,
  paths: readonly string[],
): Promise<Omit<FileFacts, 'platform'>> {
  if (signature.length > 0 && paths.length !== 1)
    throw wrong('--signature is for one file: run the command once for each file that is signed');
  const signatures: Record<string, string> = {};
  for (const text of signature) {
    const [kind = '', value = ''] = text.split(/=(.*)/s);
    if (kind !== 'sparkle' && kind !== 'tauri')
      throw wrong(`--signature ${text} is not sparkle=… or tauri=…`);
    const content = value.startsWith('@') ? await readFile(callerPath(value.slice(1)), 'utf8') : value;
    const form = SIGNATURE_FORMS[kind];
    if (!hasForm(content.trim(), form)) throw wrong(`--signature ${kind}=… ${form.errorMessage}`);
    signatures[kind] = content.trim();
  }
  return {
    ...(arch !== undefined && { arch }),
    ...(buildVersion !== undefined && { buildVersion }),
    ...(minimumSystemVersion !== undefined && { minimumSystemVersion }),
    ...(signature.length > 0 && { signatures }),
  };
}

function wrong(message: string): CommandError {
  return new CommandError(message, EXIT_USAGE);
}
