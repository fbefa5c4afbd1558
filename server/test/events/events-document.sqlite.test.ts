import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { eventFiles } from './events-document.ts';

test('the guide and the examples of events are what really happens: npm run events writes them', async () => {
  for (const [file, text] of await eventFiles()) assert.equal(await readFile(file, 'utf8'), text, file);
});
