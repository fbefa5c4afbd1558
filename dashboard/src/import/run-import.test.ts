import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importDe } from './import-de.ts';
import { importEn } from './import-en.ts';
import { inspectFile } from './import-file.ts';
import { type ImportProgress, ImportStopped, NOTHING_YET, runImport } from './run-import.ts';

const TEXTS = {
  uneven: 'uneven',
  failed: 'failed',
  issue: (path: string, sentence: string) => `${path}: ${sentence}`,
};

/** A server that stores entries by their id once, refuses those without one, and fails as often as it is told to. */
function createServer(failures: readonly number[] = []) {
  const ids = new Set<string>();
  const sizes: number[] = [];
  const send = async (body: string) => {
    const entries = body.split('\n').map((line): { id?: string } => JSON.parse(line));
    sizes.push(entries.length);
    const results = entries.map(({ id = '' }, index) => {
      const status = id === '' ? 'invalid' : ids.has(id) ? 'exists' : 'created';
      if (id !== '') ids.add(id);
      const errors = { id: ['The id must not be blank.'] };
      return JSON.stringify({ line: index + 1, status, ...(id === '' && { errors }) });
    });
    if (failures.includes(sizes.length)) throw new Error('no answer');
    return [...results, JSON.stringify({ summary: { completed: true } })].join('\n');
  };
  return { ids, sizes, send };
}

async function listOf(rows: readonly string[], header = 'id,name') {
  return inspectFile(new File([[header, ...rows].join('\n')], 'list.csv'));
}

test('a long list goes in parts; what an answer was lost for is sent again, and nothing is stored twice', async () => {
  const file = await listOf(Array.from({ length: 2_500 }, (_, index) => `${index},x`));
  const server = createServer([2]);
  const reports: ImportProgress[] = [];
  const steps = {
    send: server.send,
    texts: TEXTS,
    onProgress: (progress: ImportProgress) => void reports.push(progress),
  };
  await assert.rejects(runImport(file, NOTHING_YET, steps), /no answer/);
  assert.equal(reports.at(-1)?.entries, 1_000);
  await runImport(file, reports.at(-1) ?? NOTHING_YET, steps);
  assert.deepEqual(server.sizes, [1_000, 1_000, 1_000, 500]);
  const { refused, ...counts } = reports.at(-1) ?? NOTHING_YET;
  assert.deepEqual(counts, { entries: 2_500, created: 1_500, updated: 0, exists: 1_000 });
  assert.deepEqual([refused, server.ids.size], [[], 2_500]);
});

test('refused lines have the line of the file, every issue and their cells, uneven rows too', async () => {
  const file = await listOf(['1,a', ',"b\nb"', '3', '4,d']);
  let end = NOTHING_YET;
  await runImport(file, NOTHING_YET, {
    send: createServer().send,
    texts: TEXTS,
    onProgress: (progress) => {
      end = progress;
    },
  });
  assert.deepEqual(end.refused, [
    { line: 3, issues: ['id: The id must not be blank.'], cells: ['', 'b\nb'] },
    { line: 5, issues: ['uneven'], cells: ['3'] },
  ]);
  assert.deepEqual([end.entries, end.created], [4, 2]);
});

test('on a German page, an issue begins with the name of its field and keeps what the server said', () => {
  const sentence = 'The email must be an email address.';
  assert.equal(importEn.issue('email', sentence), sentence);
  const german = `Bitte prüfen Sie diese Angabe. Meldung des Servers: „${sentence}“`;
  assert.equal(importDe.issue('address.countryCode', sentence), `Land, zwei Buchstaben: ${german}`);
  assert.equal(importDe.issue('activations[3].deviceName', sentence), `activations[3].deviceName: ${german}`);
});

test('an import that the server stopped is not over', async () => {
  const file = await inspectFile(new File(['{"id":"1"}\n\n{"id":"2"}\n'], 'list.ndjson'));
  assert.deepEqual([file.entries, file.list], [2, undefined]);
  const send = async () =>
    JSON.stringify({
      summary: { completed: false, problem: { title: 'Busy', detail: 'The provider is away.' } },
    });
  const run = runImport(file, NOTHING_YET, { send, texts: TEXTS, onProgress: () => undefined });
  await assert.rejects(
    run,
    (error) => error instanceof ImportStopped && error.message === 'The provider is away.',
  );
});

test('a list has the columns of its header with few texts each, in the encoding that fits', async () => {
  const bytes = Buffer.from('Name;Stück;;Name\nJürgen;1;;x\nJürgen;2;;y\n', 'latin1');
  const file = await inspectFile(new File([bytes], 'list.csv'));
  assert.deepEqual([file.encoding, file.entries, file.list?.delimiter], ['windows-1252', 2, ';']);
  assert.deepEqual(file.list?.columns, [
    { name: 'Name', texts: ['Jürgen'], example: 'Jürgen' },
    { name: 'Stück', texts: ['1', '2'], example: '1' },
    { name: '#3', texts: [], example: '' },
    { name: 'Name #4', texts: ['x', 'y'], example: 'x' },
  ]);
  const many = await listOf(Array.from({ length: 30 }, (_, index) => `${index},x`));
  assert.deepEqual(
    many.list?.columns.map(({ texts }) => texts),
    [undefined, ['x']],
  );
});
