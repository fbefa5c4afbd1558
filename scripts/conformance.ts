import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { startLatchkey } from '../server/test/server-process.ts';
import { Type } from '../server/src/kernel/schema.ts';
import { readAs } from '../server/src/platform/schema-check.ts';
import { readDemoFile } from '../server/src/cli/demo/demo-file.ts';
import { packageFile, ROOT, stopwatch } from './run.ts';

const PYTHON_PACKAGES = ['schemathesis==4.32.5', 'openapi-python-client==0.29.1', 'ruff==0.14.5'];
const GO_GENERATOR = 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0';
const DOCUMENT = path.join(ROOT, 'docs', 'openapi.json');

/** What the generator of Python knows no types for: their operations, and files, are left out. */
const NO_TYPE_IN_PYTHON = /Unsupported content[ _]type (text|application|image|audio|video)\/[\w.+-]+/;
const RESPONSE_CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance';
/** Streams of lines are all that the generator of Go knows no types for. */
const NO_TYPE_IN_GO = /unsupported content types: \[application\/x-ndjson\]/;
/** The end of a longer output says why a program failed. */
const MOST_SHOWN = 20_000;
const FUZZ_SECONDS = 120;
/** For each program, most of which download what they need. */
const TIMEOUT_MS = 600_000;

/** The seed of the requests, so that a failure can be repeated: `npm run conformance -- 7`. */
const seed = process.argv[2] ?? String(Math.floor(Math.random() * 1_000_000));

const CHECKS: Record<string, (folder: string) => Promise<void>> = {
  'a client in TypeScript': compileTypeScript,
  'a client in Python': compilePython,
  'a client in Go': compileGo,
  [`requests made from the document, seed ${seed}`]: fuzzServer,
};

process.exitCode = await main();

/**
 * Compiles clients that other tools generate from docs/openapi.json, and sends the running server requests that another
 * tool makes from it. It needs the network, Python 3.10 or newer and Go, so it is no part of the tests.
 */
async function main(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-conformance-'));
  let hasFailed = false;
  try {
    await cp(DOCUMENT, path.join(folder, 'openapi.json'));
    for (const [name, check] of Object.entries(CHECKS)) {
      const took = stopwatch();
      try {
        await check(folder);
        console.log(`── ${name}: passed in ${took()} ──\n`);
      } catch (error) {
        hasFailed = true;
        console.error(error instanceof Error ? error.message : error);
        console.log(`── ${name}: FAILED in ${took()} ──\n`);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return hasFailed ? 1 : 0;
}

async function compileTypeScript(folder: string): Promise<void> {
  const cli = packageFile('sdk', 'openapi-typescript', 'bin/cli.js');
  const types = path.join(folder, 'schema.ts');
  await run(process.execPath, [cli, 'openapi.json', '--output', types], folder);
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '--noEmit', '--strict', '--types', '', types], folder);
}

async function compilePython(folder: string): Promise<void> {
  await run('python3', ['-m', 'venv', 'venv'], folder);
  await run(
    pythonTool(folder, 'pip'),
    ['install', '--quiet', '--disable-pip-version-check', ...PYTHON_PACKAGES],
    folder,
  );
  const generator = pythonTool(folder, 'openapi-python-client');
  const output = await run(
    generator,
    ['generate', '--path', 'openapi.json', '--output-path', 'client', '--meta', 'none'],
    folder,
  );
  const warnings = output.split(/^(?=WARNING|ERROR|Unable)/m).slice(1);
  const failures = warnings.filter((warning) => !NO_TYPE_IN_PYTHON.test(warning));
  if (failures.length > 0) throw new Error(failures.join('\n'));
  await run(pythonTool(folder, 'python'), ['-m', 'compileall', '-q', 'client'], folder);
}

async function compileGo(folder: string): Promise<void> {
  const home = path.join(folder, 'go');
  await mkdir(home);
  try {
    await run('go', ['version'], home);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('no Go is installed (Debian: apt-get install golang)', { cause: error });
    throw error;
  }
  await writeFile(
    path.join(home, 'ogen.yml'),
    'generator:\n  ignore_not_implemented: ["all"]\n  features:\n    enable: ["paths/client"]\n    disable_all: true\n',
  );
  await writeFile(path.join(home, 'go.mod'), 'module example.com/client\n');
  const output = await run(
    'go',
    ['run', GO_GENERATOR, '--config', 'ogen.yml', '--target', 'api', '--package', 'api', '../openapi.json'],
    home,
  );
  const gaps = output
    .split('\n')
    .filter((line) => /Skipping operation/.test(line) && !NO_TYPE_IN_GO.test(line));
  if (gaps.length > 0) throw new Error(gaps.join('\n'));
  await run('go', ['mod', 'tidy'], home);
  await run('go', ['build', './...'], home);
}

async function fuzzServer(folder: string): Promise<void> {
  const data = path.join(folder, 'data');
  const server = await startLatchkey({ LATCHKEY_DATA_DIR: data, LATCHKEY_REQUESTS_PER_MINUTE: '0' });
  try {
    const demo = await readDemoFile(data);
    if (demo === undefined) throw new Error('the server made no demo shop');
    const bearer = await signIn(server.baseUrl, demo.customer);
    await run(
      pythonTool(folder, 'schemathesis'),
      [
        'run',
        'openapi.json',
        `--url=${server.baseUrl}`,
        `--header=Api-Key: ${demo.apiKey}`,
        `--header=Authorization: Bearer ${bearer}`,
        // It cannot write streams of lines, and waits for the end of the stream of events, which has none.
        '--exclude-path-regex=^/api/(import/|events/stream$)',
        `--checks=${RESPONSE_CHECKS}`,
        '--phases=examples,coverage,fuzzing',
        `--max-time=${FUZZ_SECONDS}`,
        `--seed=${seed}`,
        '--generation-database=none',
        '--continue-on-failure',
        '--no-color',
        // What they tell is longer than what failed: that most made-up requests name nothing that exists.
        '--warnings=off',
      ],
      folder,
    );
  } catch (error) {
    server.signal('SIGTERM');
    const errors = (await server.ended).stdout.split('\n').filter((line) => line.includes('"level":50'));
    throw new Error([error instanceof Error ? error.message : error, ...errors].join('\n'), { cause: error });
  } finally {
    server.signal('SIGTERM');
    await server.ended;
  }
}

async function signIn(
  baseUrl: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const url = `${baseUrl}/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  const answer = await fetch(url, {
    method: 'POST',
    body: password,
    headers: { 'content-type': 'text/plain' },
  });
  const session = readAs(Type.Object({ accessToken: Type.String() }), await answer.json());
  if (session === undefined) throw new Error('the customer of the demo shop cannot sign in');
  return session.accessToken;
}

function pythonTool(folder: string, name: string): string {
  return path.join(folder, 'venv', 'bin', name);
}

/** Runs a program; returns what it printed, or throws with it when it fails or takes too long. */
async function run(program: string, parameters: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, parameters, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const outcome = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve(code ?? signal));
  });
  if (outcome !== 0)
    throw new Error(
      `${program} ${parameters.slice(0, 2).join(' ')} ended with ${outcome}:\n${output.slice(-MOST_SHOWN)}`,
    );
  return output;
}
