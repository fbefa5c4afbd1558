import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { moduleGraph, wayBetween } from './architecture/layers.ts';
import { isTestCode, readModules } from './architecture/source.ts';
import { runCommand } from './commands.ts';
import { type ServerProcess, startLatchkey } from './server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHOWN_BASE_URL = 'http://localhost:4242';
const END_OF_STEP = '--- end of step ---';

/** Below these, a path may be shortened. */
const FOLDERS = [
  'server/src',
  'server/src/platform/jobs',
  'server/src/platform/mail',
  'server/test',
  'ui/src',
  'web/src',
];

/** A block of commands, and the block of output below it. */
interface Step {
  readonly commands: string;
  readonly output: string;
}

const WALKS: Readonly<Record<string, number>> = {
  'README.md': 4,
  'docs/guide/walk.md': 9,
  'docs/guide/getting-started.md': 3,
  'docs/guide/licensing-in-your-app.md': 7,
  'docs/guide/core-api.md': 9,
  'docs/guide/refunds.md': 2,
  'docs/guide/releases.md': 5,
  'docs/guide/moving.md': 1,
};

let folder: string;
let server: ServerProcess;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-documents-'));
  server = await startLatchkey({ LATCHKEY_DATA_DIR: join(folder, 'data') });
});

after(async () => {
  server.signal('SIGTERM');
  assert.equal((await server.ended).code, 0);
  await rm(folder, { recursive: true });
});

for (const [document, stepCount] of Object.entries(WALKS)) {
  test(`every step of ${document} works against the demo shop and prints what is shown`, async () => {
    const steps = stepsOf(await readFile(join(ROOT, document), 'utf8'));
    assert(steps.length >= stepCount, `${document} has ${steps.length} steps`);
    const printed = await runInBash(
      steps.map(({ commands }) => commands),
      folder,
    );
    for (const [index, { commands, output }] of steps.entries()) {
      assert.match(
        printed[index] ?? '',
        patternOf(output, server.baseUrl),
        `prints something else:\n${commands}`,
      );
    }
  });
}

test('the guide names every command of the program', async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/operating.md'), 'utf8');
  const { stdout } = await runCommand({ COLUMNS: '200' }, '--help');
  const section = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Configuration'));
  const commands = [...section.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  const missing = commands.filter((name) => name !== 'help' && !guide.includes(`\n| \`${name}`));
  assert(commands.length > 5, 'the help lists its commands in another way than this test knows');
  assert.deepEqual(missing, []);
});

test('ARCHITECTURE.md draws the dependencies between modules, and no others', async () => {
  const [document, tree] = await Promise.all([
    readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8'),
    readModules(ROOT),
  ]);
  const graph = moduleGraph(tree.filter(({ path }) => !isTestCode(path)));
  const arrows = [
    ...document.matchAll(/(?<=│.*)[a-z-]+(?:, [a-z-]+)*(?: ← [a-z-]+(?:, [a-z-]+)*)+/g),
  ].flatMap(([chain]) => {
    const groups = chain.split(' ← ').map((group) => group.split(', '));
    return groups.slice(1).flatMap((users, index) => pairsOf(groups[index] ?? [], users));
  });
  const untrue = arrows.filter(([dependency, user]) => graph.get(user)?.has(dependency) !== true);
  assert(arrows.length > 5, 'the picture has arrows');
  assert.deepEqual(untrue, []);
  const picture = new Map<string, Set<string>>();
  for (const [dependency, user] of arrows)
    picture.set(user, (picture.get(user) ?? new Set<string>()).add(dependency));
  const missing = [...graph].flatMap(([user, dependencies]) =>
    [...dependencies]
      .filter((dependency) => wayBetween(picture, user, dependency) === undefined)
      .map((dependency) => `${dependency} ← ${user}`),
  );
  assert.deepEqual(missing, []);
});

function pairsOf(firsts: readonly string[], seconds: readonly string[]): [string, string][] {
  return firsts.flatMap((first) => seconds.map((second): [string, string] => [first, second]));
}

test('documents name no file or folder that does not exist', async () => {
  const guide = (await readdir(join(ROOT, 'docs/guide'))).map((name) => `docs/guide/${name}`);
  for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', ...guide]) {
    const prose = (await readFile(join(ROOT, document), 'utf8')).replaceAll(/^```[^]*?^```$/gm, '');
    const references = [
      ...prose.matchAll(/`([\w./-]+(?:\/|\.(?:ts|md|json)))`|\]\(([\w./-]+)(?:#[\w-]+)?\)/g),
    ];
    const paths = references.map(([, code, link]) => code ?? link ?? '').filter((path) => !isMadeUp(path));
    const places = ['.', dirname(document), ...FOLDERS];
    const missing = paths.filter((path) => !places.some((place) => existsSync(join(ROOT, place, path))));
    assert(paths.length > 0, `${document} names files`);
    assert.deepEqual(missing, [], document);
  }
});

/** Pages about a clone: of a developer, and of a build server. */
const PAGES_OF_CLONES = new Set(['getting-started.md', 'releases.md']);

test('commands of the guide are those of the installed command, which has the settings of the service', async () => {
  const pages = (await readdir(join(ROOT, 'docs/guide'))).filter((name) => !PAGES_OF_CLONES.has(name));
  for (const name of pages) {
    const guide = await readFile(join(ROOT, 'docs/guide', name), 'utf8');
    const blocks = [...guide.matchAll(/^ *```[^]*?^ *```$/gm)].map(([block]) => block);
    assert.doesNotMatch(blocks.join('\n'), /npm run (?:--silent )?latchkey/, name);
  }
});

test('settings in commands of the guide are accepted', async () => {
  const environment = { LATCHKEY_DATA_DIR: join(folder, 'settings') };
  assert.equal((await runCommand(environment, 'demo')).code, 0);
  let count = 0;
  for (const name of await readdir(join(ROOT, 'docs/guide'))) {
    const guide = await readFile(join(ROOT, 'docs/guide', name), 'utf8');
    for (const [, json = ''] of guide.matchAll(/account settings [^`]*?--set[\s\\]+'([^']+)'/g)) {
      const { code, stderr } = await runCommand(environment, 'account', 'settings', 'demo', '--set', json);
      assert.deepEqual([code, stderr], [0, ''], `${name}: ${json}`);
      count += 1;
    }
  }
  assert.ok(count >= 5, `${count} commands`);
});

/**
 * Paths of URLs, names of files that a module may have, and files that the server or the reader of the text creates.
 */
function isMadeUp(path: string): boolean {
  const ofAnyModule = ['index.ts', 'queries.ts', 'store.ts', 'tables.ts', 'problems.ts', 'domain/'];
  return ofAnyModule.includes(path) || /^(\/|data\/|demo\.json$)/.test(path) || path.includes('000N');
}

/** The `bash` blocks, each with the `text` block below it; without one the expected output is empty. */
function stepsOf(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```bash\n([^]*?)^```\n+(?:^```text\n([^]*?)^```)?/gm)];
  return blocks.map(([, commands = '', output = '']) => ({ commands, output }));
}

/** Runs the steps one after the other in one shell and returns the output of each; a step that fails ends the run. */
async function runInBash(steps: readonly string[], cwd: string): Promise<string[]> {
  const script = steps.map((commands) => `${commands}\necho '${END_OF_STEP}'`).join('\n');
  const { PATH = '' } = process.env;
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    new Promise((resolve, reject) => {
      shell.once('error', reject).once('close', resolve);
    }),
  ]);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(stderr, '');
  return stdout.split(`${END_OF_STEP}\n`);
}

/** Matches the documented output: `…` stands for anything within a line, the documented address for the current one. */
function patternOf(output: string, baseUrl: string): RegExp {
  const expected = output.replaceAll(SHOWN_BASE_URL, baseUrl);
  const literal = expected.split('…').map((part) => RegExp.escape(part));
  return new RegExp(`^${literal.join('.+')}$`);
}
