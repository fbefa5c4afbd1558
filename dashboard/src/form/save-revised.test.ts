import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@latchkey/sdk';
import { type RevisionHeader, saveRevised } from './save-revised.ts';

interface Item {
  readonly name: string;
  readonly images: number;
}

/** An item that others change as well, and the headers with which it was changed. */
function itemAt(etag: string, item: Item) {
  const headers: RevisionHeader[] = [];
  const send = async (header: RevisionHeader) => {
    headers.push(header);
    if (header['if-match'] !== undefined && header['if-match'] !== etag) throw stale();
    return { ...item, name: 'mine', etag: 'next' };
  };
  return { headers, send, load: async () => ({ ...item, etag }), fieldsOf: ({ name }: Item) => ({ name }) };
}

function stale(): Refusal {
  return new Refusal(new Response(null, { status: 412 }), { errorType: 'StaleRevision' });
}

const BASE = { name: 'Verb', images: 1, etag: 'first' };

test('a change names the revision that its form began with', async () => {
  const item = itemAt('first', BASE);
  assert.equal((await saveRevised({ ...item, base: BASE, isForced: false })).etag, 'next');
  assert.deepEqual(item.headers, [{ 'if-match': 'first' }]);
});

test('what changed meanwhile beside the fields of the form stands in nobody’s way', async () => {
  const item = itemAt('second', { name: 'Verb', images: 2 });
  assert.equal((await saveRevised({ ...item, base: BASE, isForced: false })).images, 2);
  assert.deepEqual(item.headers, [{ 'if-match': 'first' }, { 'if-match': 'second' }]);
});

test('fields that somebody else changed meanwhile are never overwritten unless whoever saves wants it', async () => {
  const item = itemAt('second', { name: 'theirs', images: 1 });
  await assert.rejects(saveRevised({ ...item, base: BASE, isForced: false }), { errorType: 'StaleRevision' });
  assert.deepEqual(item.headers, [{ 'if-match': 'first' }]);
  assert.equal((await saveRevised({ ...item, base: BASE, isForced: true })).name, 'mine');
  assert.deepEqual(item.headers.at(-1), {});
});

test('any other refusal is raised, and nothing is sent again', async () => {
  const item = itemAt('first', BASE);
  const refusal = new Refusal(new Response(null, { status: 400 }), { errorType: 'InvalidInput' });
  const send = async (): Promise<never> => {
    throw refusal;
  };
  await assert.rejects(saveRevised({ ...item, send, base: BASE, isForced: false }), refusal);
});
