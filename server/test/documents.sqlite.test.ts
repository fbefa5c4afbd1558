import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { EVENT_TYPES } from '../src/api/events/event-types.ts';
import { moduleGraph, wayBetween } from './architecture/layers.ts';
import { isTestCode, readModules } from './architecture/source.ts';
import { runCommand } from './commands.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Below these, a path may be shortened. */
const FOLDERS = [
  'server/src',
  'server/src/platform/jobs',
  'server/src/platform/mail',
  'server/test',
  'ui/src',
  'web/src',
  'dashboard/src',
];

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-documents-'));
});

after(async () => {
  await rm(folder, { recursive: true });
});

test('the guide names every command of the program', async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/operating.md'), 'utf8');
  const { stdout } = await runCommand({ COLUMNS: '200' }, '--help');
  const section = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Configuration'));
  const commands = [...section.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  const missing = commands.filter((name) => name !== 'help' && !guide.includes(`\n| \`${name}`));
  assert(commands.length > 5, 'the help lists its commands in another way than this test knows');
  assert.deepEqual(missing, []);
});

test('the guide names every type of the audit log, and no others', async () => {
  const folders = await readdir(join(ROOT, 'server/src/modules'));
  const files = folders.map((name) => join(ROOT, 'server/src/modules', name, 'events.ts')).filter(existsSync);
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const types = sources.flatMap((source) => [
    ...[...source.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, type = '']) => type),
    ...[...source.matchAll(/CatalogChange<'([a-z-]+)'/g)].flatMap(([, noun]) => [
      `${noun}.created`,
      `${noun}.changed`,
    ]),
  ]);
  const guide = await readFile(join(ROOT, 'docs/guide/core-api.md'), 'utf8');
  const [, table = ''] = /^## What happened$[^]*?^(\| about \| types \|[^]*?)^$/m.exec(guide) ?? [];
  const names = [...table.matchAll(/`([^`]+)`/g)].map(([, type = '']) => type);
  assert.deepEqual(names.toSorted(), [...new Set(types)].toSorted());
  const unknown = EVENT_TYPES.flatMap(({ from }) => from).filter((type) => !types.includes(type));
  assert.deepEqual(unknown, [], 'events for other systems follow from types of the audit log');
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

/** What is done in a clone: everything on a developer's machine, and publishing on a build server. */
const IN_CLONE: Readonly<Record<string, RegExp>> = {
  'getting-started.md': /npm run (?:--silent )?latchkey -- (?=account |api-key )/g,
  'releases.md': /npm run latchkey -- (?=release publish )/g,
};

test('commands of the guide are those of the installed command, which has the settings of the service', async () => {
  for (const name of await readdir(join(ROOT, 'docs/guide'))) {
    const guide = await readFile(join(ROOT, 'docs/guide', name), 'utf8');
    const blocks = [...guide.matchAll(/^ *```[^]*?^ *```$/gm)].map(([block]) => block);
    const commands = blocks.join('\n').replaceAll(IN_CLONE[name] ?? /(?!)/g, '');
    assert.doesNotMatch(commands, /npm run (?:--silent )?latchkey/, name);
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
