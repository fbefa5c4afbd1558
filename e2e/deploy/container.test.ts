import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, glob, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/run.ts';
import { programFile } from '../../server/src/cli/program-file.js';
import { freePort } from './free-port.ts';
import { type Instruction, readContainerFile, type Stage } from './container-file.ts';

const run = promisify(execFile);
/** The libraries that Node may need in a slim Debian; others must be installed. */
const LIBRARIES_OF_BASE = new Set([
  'libc',
  'libdl',
  'libm',
  'libpthread',
  'libstdc++',
  'libgcc_s',
  'ld-linux',
  'linux-vdso',
]);

let scratch: string;
let stages: Stage[];
let context: readonly string[];
before(async () => {
  context = await contextFiles();
  scratch = await mkdtemp(join(tmpdir(), 'latchkey-container-'));
  // The user of the image is replaced in it.
  await chmod(scratch, 0o755);
  stages = await readContainerFile(join(ROOT, 'deploy/Dockerfile'));
});
after(() => rm(scratch, { recursive: true }));

const keywords = (stage: Stage | undefined, keyword: string): string[] =>
  (stage?.steps ?? []).filter((step) => step.keyword === keyword).map(({ text }) => text);

test('the container file is made as it should be', () => {
  const last = stages.at(-1);
  assert.ok(stages.length > 1, 'what only the build needs stays in a stage of its own');
  for (const { image } of stages)
    assert.match(image, /^[a-z]+:[\w.-]*\d[\w.-]*$|^debian:[a-z]+-slim$/, image);
  assert.match(keywords(last, 'USER').at(-1) ?? '', /^[1-9]\d*:[1-9]\d*$/, 'not root, and known by number');
  assert.equal(keywords(last, 'VOLUME').length, 1);
  assert.deepEqual(keywords(last, 'EXPOSE'), ['4242']);
  assert.match(keywords(last, 'HEALTHCHECK').join(), /CMD \["/);
  assert.match(keywords(last, 'CMD').join(), /^\["node",/, 'signals reach the server itself');
  for (const stage of stages) {
    assert.deepEqual(keywords(stage, 'ADD'), []);
    assert.doesNotMatch(
      keywords(stage, 'ENV').join() + keywords(stage, 'ARG').join(),
      /SECRET|PASSWORD|TOKEN/,
    );
    for (const command of keywords(stage, 'RUN'))
      assert.ok(isInstallation(command) || !/(^|\s)\//.test(command), `${command}: stays in its folder`);
  }
});

function isInstallation(command: string): boolean {
  return command.startsWith('apt-get update && apt-get install');
}

test('the image has every library that its Node needs', async () => {
  const { stdout } = await run('ldd', [join(ROOT, 'node_modules/node/bin/node')]);
  const needed = [...stdout.matchAll(/^\s+(?:\S*\/)?([\w+-]+?)(?:-x86-64|-aarch64)?\.so/gm)].map(
    ([, name = '']) => name,
  );
  assert.ok(needed.includes('libc'), stdout);
  const missing = needed.filter((name) => !LIBRARIES_OF_BASE.has(name));
  for (const stage of stages) {
    const installed = keywords(stage, 'RUN').filter(isInstallation).join();
    assert.deepEqual(
      missing.filter((name) => !installed.includes(`${name}1`)),
      [],
    );
  }
});

test('the context of the build holds no data, no secret and nothing that was built', async () => {
  assert.ok(context.includes('server/src/main.ts') && context.includes('package-lock.json'));
  const unwanted = context.filter((file) =>
    /(^|\/)(node_modules|dist|data|\.git|\.env)(\/|$)|\.test\.tsx?$/.test(file),
  );
  assert.deepEqual(unwanted, []);
});

test('the build copies only files of its context, and what npm ci reads before it runs', () => {
  const [{ steps } = assert.fail('no stage')] = stages;
  const install = steps.findIndex(({ keyword, text }) => keyword === 'RUN' && text === 'npm ci');
  const before: string[] = [];
  for (const [index, { keyword, text }] of steps.entries()) {
    if (keyword !== 'COPY') continue;
    for (const source of text.split(/\s+/).slice(0, -1)) {
      const files = context.filter((file) => file === source || file.startsWith(`${source}/`));
      assert.ok(files.length > 0, `${source} is not in the context`);
      if (index < install) before.push(...files);
    }
  }
  for (const read of ['docs/openapi.json', 'sdk/generate.ts', 'sdk/src/index.ts'])
    assert.ok(before.includes(read), `npm ci needs ${read}`);
});

/**
 * The files that `.dockerignore` includes in the build: its patterns are `*`, `!path`, and patterns that are excluded
 * again.
 */
async function contextFiles(): Promise<string[]> {
  const lines = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(rules[0], '*', 'nothing goes in that is not named');
  const exceptions = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const exclude = rules.filter((rule) => rule !== '*' && !rule.startsWith('!'));
  const files: string[] = [];
  for (const path of exceptions) {
    if ((await stat(join(ROOT, path))).isFile()) files.push(path);
    else
      for await (const entry of glob(`${path}/**/*`, { cwd: ROOT, exclude, withFileTypes: true }))
        if (entry.isFile())
          files.push(join(entry.parentPath, entry.name).slice(ROOT.replace(/\/?$/, '/').length));
  }
  return files;
}

// Two real installations take a minute: only in the long form.
if (process.env['LATCHKEY_E2E_LONG'] === '1')
  test('its steps make a server that works, says so, and stops in order', walkSteps);

async function walkSteps(): Promise<void> {
  for (const stage of stages) await build(stage);
  const last = stages.at(-1) ?? assert.fail('no stage');
  const root = rootOf(last.name);
  const folder = join(root, keywords(last, 'WORKDIR').at(-1) ?? '');
  const installed = await readdir(join(folder, 'node_modules'));
  for (const name of ['vite', 'react', 'typescript', 'playwright-core'])
    assert.ok(!installed.includes(name), `${name} is of no use in the image`);
  assert.match(programFile(folder), /\/server\/dist\//, 'the image starts what its steps have built');
  const port = await freePort();
  const environment = {
    ...environmentOf(last, root),
    PORT: String(port),
    HOST: '127.0.0.1',
    LATCHKEY_SECRET: 'a secret for tests only, of no value to anyone',
    LATCHKEY_PUBLIC_URL: 'https://licenses.example.com',
  };
  const [program = '', ...parameters] = JSON.parse(keywords(last, 'CMD').join());
  const options = { cwd: folder, env: environment, ...userOf(last) };
  const server = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(server, 'close');
  const [check = '', ...checked] = JSON.parse(
    keywords(last, 'HEALTHCHECK')
      .join()
      .replace(/^.*CMD /, ''),
  );
  try {
    for (;;) {
      if (server.exitCode !== null) assert.fail(output);
      if (
        await run(check, checked, options).then(
          () => true,
          () => false,
        )
      )
        break;
      await delay(100);
    }
    const result = await run(
      program,
      ['server/src/cli/latchkey.js', 'account', 'create', 'acme', '--name', 'Acme'],
      options,
    );
    assert.match(result.stdout, /Created account acme/);
    const page = await fetch(`http://127.0.0.1:${port}/checkout/none`);
    assert.equal(page.status, 200, 'the pages are built');
    server.kill('SIGTERM');
    await ended;
    assert.equal(server.exitCode, 0, output);
    const entries = await readdir(join(root, keywords(last, 'VOLUME').join()));
    assert.ok(entries.includes('latchkey.db') && entries.includes('files'), entries.join());
    const { uid } = await stat(join(root, keywords(last, 'VOLUME').join(), 'latchkey.db'));
    assert.equal(uid, options.uid ?? process.getuid?.());
    await assert.rejects(run(check, checked, options), 'a server that is gone is not healthy');
  } finally {
    server.kill('SIGKILL');
    await ended;
  }
}

/** The user the image runs as; only root can switch to another user. */
function userOf(stage: Stage): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = (keywords(stage, 'USER').at(-1) ?? '').split(':').map(Number);
  return { uid, gid };
}

const rootOf = (stage: string): string => join(scratch, stage.replaceAll(' ', '-'));

/** Runs the steps of a stage in a folder in place of its root. */
async function build(stage: Stage): Promise<void> {
  let folder = '/';
  for (const step of stage.steps) {
    if (step.keyword === 'WORKDIR') folder = step.text;
    const here = join(rootOf(stage.name), folder);
    await mkdir(here, { recursive: true });
    if (step.keyword === 'COPY') await copy(step, stage, here);
    if (step.keyword === 'RUN' && !isInstallation(step.text)) {
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], npm_config_prefer_offline: 'true' };
      await run('sh', ['-eu', '-c', step.text], { cwd: here, env });
    }
  }
}

async function copy({ text, flags }: Instruction, stage: Stage, here: string): Promise<void> {
  const paths = text.split(' ');
  const target = paths.pop() ?? '';
  const to = target.startsWith('/') ? join(rootOf(stage.name), target) : join(here, target);
  for (const path of paths) {
    if (flags['from'] !== undefined) {
      // Times are preserved, as in an image.
      await cp(join(rootOf(flags['from']), path), to, {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
      });
      const [uid, gid] = (flags['chown'] ?? '').split(':').map(Number);
      if (process.getuid?.() === 0 && uid !== undefined && gid !== undefined) await chown(to, uid, gid);
      continue;
    }
    const files = context.filter((file) => file === path || file.startsWith(`${path}/`));
    assert.ok(files.length > 0, `${path} is not in the context of the build`);
    for (const file of files) {
      const isFolder = file !== path;
      const place = isFolder
        ? join(to, file.slice(path.length))
        : join(to, target.endsWith('/') ? (path.split('/').at(-1) ?? '') : '');
      await mkdir(dirname(place), { recursive: true });
      await cp(join(ROOT, file), place);
    }
  }
}

/** The environment that `ENV` sets, with absolute paths of the image below its root. */
function environmentOf(stage: Stage, root: string): Record<string, string> {
  const pairs = keywords(stage, 'ENV')
    .join(' ')
    .matchAll(/(\w+)=(\S+)/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', value = '']) => [name, value.replaceAll(/\/(?=opt|var)/g, `${root}/`)]),
  );
}
