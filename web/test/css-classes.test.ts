import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const UI = '@latchkey/ui/';

/** The classes that a component uses and the file that it imports them from does not have. */
async function missingClasses(component: string): Promise<string[]> {
  const code = await readFile(join(ROOT, component), 'utf8');
  const imports = [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)];
  const missing = imports.map(async ([, name = '', address = '']) => {
    const path = address.startsWith(UI)
      ? join(ROOT, 'ui/src', address.slice(UI.length))
      : join(ROOT, dirname(component), address);
    const styles = new Set((await readFile(path, 'utf8')).match(/\.[a-z]\w*/gi));
    const uses = code.matchAll(new RegExp(`\\b(?<!')${name}\\.(\\w+)`, 'g'));
    return [...uses].flatMap(([, use]) =>
      use === 'module' || styles.has(`.${use}`) ? [] : [`${component}: ${use}`],
    );
  });
  return (await Promise.all(missing)).flat();
}

test('every class of a page has styles', async () => {
  const components = await Array.fromAsync(glob('{web,ui,dashboard}/src/**/*.tsx', { cwd: ROOT }));
  assert.ok(components.length > 200);
  assert.deepEqual((await Promise.all(components.map(missingClasses))).flat(), []);
});
