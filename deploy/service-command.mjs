// Runs a command of Latchkey as its systemd service would: with the environment of the unit and as its user. The command
// stays in the caller's folder, and may read and write the files that root may (CAP_DAC_OVERRIDE), as people expect of a
// command that they run as root. LATCHKEY_UNIT names the unit of another instance.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The variables that a command takes from its caller; all others come from the service. */
const FROM_CALLER = [
  'PATH',
  'TERM',
  'LANG',
  'LC_ALL',
  'TZ',
  'COLUMNS',
  'NO_COLOR',
  'FORCE_COLOR',
  'LOG_LEVEL',
  'LATCHKEY_UNIT',
  'LATCHKEY_URL',
  'LATCHKEY_API_KEY',
  'LATCHKEY_EXPORT_PASSPHRASE',
  'PAYMENT_PROVIDER_KEY',
];
const COMMAND = fileURLToPath(new URL('../server/src/cli/latchkey.js', import.meta.url));
const EXIT_USAGE = 2;

const { LATCHKEY_UNIT: unit = '/etc/systemd/system/latchkey.service' } = process.env;
process.exitCode = run(process.argv.slice(2));

/** @param {readonly string[]} parameters */
function run(parameters) {
  if (!existsSync(unit)) return failed(`${unit} is missing: docs/guide/going-live.md installs it`);
  const lines = linesOfUnit();
  const user = lastOf(lines, 'User') ?? 'root';
  const caller = userInfo();
  const node = [process.execPath, '--title=latchkey', COMMAND, ...parameters];
  if (caller.username !== user && caller.uid !== 0)
    return start(['sudo', ...kept(), process.execPath, ...own(parameters)]);
  const environment = environmentOf(lines);
  process.umask(lastOf(lines, 'UMask') ?? '0077');
  return start(
    caller.username === user ? node : [...asUser(user, lastOf(lines, 'Group') ?? user), ...node],
    environment,
  );
}

/** @param {readonly string[]} parameters */
function own(parameters) {
  return [fileURLToPath(import.meta.url), ...parameters];
}

function kept() {
  const names = FROM_CALLER.filter((name) => name !== 'PATH' && process.env[name] !== undefined);
  return names.length === 0 ? [] : [`--preserve-env=${names.join()}`];
}

/**
 * @param {string} user
 * @param {string} group
 */
function asUser(user, group) {
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--init-groups', ...capabilities];
}

/**
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 */
function start([program = '', ...parameters], env = process.env) {
  // Ctrl-C also reaches the command, which decides how to end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const { status, error } = spawnSync(program, parameters, { env, stdio: 'inherit' });
  return error === undefined ? (status ?? 1) : failed(`${program}: ${error.message}`);
}

/** @param {string} message */
function failed(message) {
  process.stderr.write(`latchkey: ${message}\n`);
  return EXIT_USAGE;
}

/** The settings of the unit and of the files that override it (`systemctl edit`), each with its name. */
function linesOfUnit() {
  const folder = `${unit}.d`;
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.conf')) : [];
  const files = [unit, ...others.toSorted().map((name) => path.join(folder, name))];
  return files.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8')
        .replaceAll('\\\n', ' ')
        .matchAll(/^(\w+)=[ \t]*(.*?)[ \t]*$/gm),
      ([, name = '', value = '']) => ({ name, value }),
    ),
  );
}

/**
 * @param {ReturnType<typeof linesOfUnit>} lines
 * @param {string} name
 */
function lastOf(lines, name) {
  return lines.findLast((line) => line.name === name)?.value;
}

/**
 * @param {ReturnType<typeof linesOfUnit>} lines
 * @returns {NodeJS.ProcessEnv}
 */
function environmentOf(lines) {
  /** @type {NodeJS.ProcessEnv} */
  const environment = {};
  for (const name of FROM_CALLER) if (process.env[name] !== undefined) environment[name] = process.env[name];
  for (const { value } of lines.filter(({ name }) => name === 'Environment'))
    for (const [word] of value.matchAll(/"[^"]*"|'[^']*'|\S+/g)) {
      const [, name = '', text = ''] = /^(\w+)=([^]*)$/.exec(word.replace(/^(["'])([^]*)\1$/, '$2')) ?? [];
      environment[name] = text;
    }
  for (const { value } of lines.filter(({ name }) => name === 'EnvironmentFile')) {
    const file = value.replace(/^-/, '');
    if (value === file || existsSync(file))
      Object.assign(environment, variablesOf(readFileSync(file, 'utf8')));
  }
  // The service can write to the cache of compiled code; nothing from there may run with more rights than the service has.
  return { ...environment, NODE_DISABLE_COMPILE_CACHE: '1' };
}

/**
 * The variables of an environment file, as systemd reads them: quotes count at the start of a value, a backslash before
 * any character outside of single quotes, and a number sign only at the start of a line.
 *
 * @param {string} text
 */
function variablesOf(text) {
  const lines = text.matchAll(
    /^[ \t]*(\w+)[ \t]*=[ \t]*((?:'[^']*'|"(?:\\[^]|[^"\\])*")*)((?:\\[^]|[^\\\n])*)$/gm,
  );
  return Object.fromEntries(
    Array.from(lines, ([, name = '', quoted = '', rest = '']) => [
      name,
      unquoted(quoted) + unescaped(rest.trimEnd()),
    ]),
  );
}

/** @param {string} text */
function unquoted(text) {
  const parts = text.matchAll(/'([^']*)'|"((?:\\[^]|[^"\\])*)"/g);
  return Array.from(
    parts,
    ([, single, double = '']) => single ?? double.replaceAll(/\\\n|\\(["\\`$])/g, '$1'),
  ).join('');
}

/** @param {string} text */
function unescaped(text) {
  return text.replaceAll(/\\\n|\\([^])/g, '$1');
}
