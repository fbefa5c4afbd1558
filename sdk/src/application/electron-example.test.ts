import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { it } from 'node:test';
import * as application from './index.ts';
import * as node from './node/index.ts';

const document = readFileSync(new URL('../../../examples/electron/README.md', import.meta.url), 'utf8');
const programs = Array.from(document.matchAll(/^```js\n([^]*?)^```/gm), ([, program = '']) => program);

it('the programs of the Electron example are JavaScript, and import what the SDK exports', () => {
  assert.equal(programs.length, 2);
  for (const input of programs) {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--check', '-'], {
      input,
    });
    assert.equal(status, 0, String(stderr));
  }
  const imported = (from: string) =>
    programs
      .flatMap((program) => Array.from(program.matchAll(/^import \{ (.*) \} from '(.*)';$/gm)))
      .flatMap(([, names = '', source]) => (source === from ? names.split(', ') : []));
  const names = imported('@latchkey/sdk/application');
  assert.deepEqual(names, ['deviceSignature', 'installationFacts', 'openApplication']);
  for (const name of names) assert(Object.hasOwn(application, name), name);
  for (const name of imported('@latchkey/sdk/application/node')) assert(Object.hasOwn(node, name), name);
});
