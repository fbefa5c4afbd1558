import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { Downloads, MAX_RUNNING } from './downloads.ts';

type Read = ConstructorParameters<typeof Downloads>[0]['read'];

/** Downloads from a server that answers a path when it is told to. */
function createDownloads({ isConfirmed = true } = {}) {
  const paths: string[] = [];
  const saved: string[] = [];
  const answers: PromiseWithResolvers<Awaited<ReturnType<Read>>>[] = [];
  const read: Read = (path, { onProgress }) => {
    paths.push(path);
    onProgress(5);
    const answer = Promise.withResolvers<Awaited<ReturnType<Read>>>();
    answers.push(answer);
    return answer.promise;
  };
  const downloads = new Downloads({
    read,
    save: (name) => saved.push(name),
    confirm: async () => isConfirmed,
  });
  return { downloads, paths, saved, answers };
}

const fileOf = (kind: string, query: Readonly<Record<string, string>> = {}) => ({ kind, name: kind, query });
const FILE = { name: 'orders.csv', content: new Blob(['id\r\n']) };
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a file goes on its way once, says how far it is, and is saved when it is whole', async () => {
  const { downloads, paths, saved, answers } = createDownloads();
  assert.equal(downloads.start(fileOf('orders', { status: 'Paid', q: 'a' })), true);
  assert.equal(downloads.start(fileOf('orders', { q: 'a', status: 'Paid' })), true);
  assert.deepEqual(paths, ['/api/export/orders?status=Paid&q=a&format=csv']);
  assert.deepEqual(
    downloads.all().map(({ state, bytes }) => [state, bytes]),
    [['Running', 5]],
  );
  answers[0]?.resolve(FILE);
  await settle();
  assert.deepEqual(saved, ['orders.csv']);
  assert.deepEqual(
    downloads.all().map(({ state, bytes }) => [state, bytes]),
    [['Saved', 4]],
  );
});

test('a file that fails is begun again in its place', async () => {
  const { downloads, saved, answers } = createDownloads();
  downloads.start(fileOf('orders'));
  answers[0]?.reject(new ConnectionLost());
  await settle();
  const [failed] = downloads.all();
  assert.ok(failed?.failure instanceof ConnectionLost);
  downloads.start(failed.file);
  answers[1]?.resolve(FILE);
  await settle();
  assert.deepEqual(
    downloads.all().map(({ state }) => state),
    ['Saved'],
  );
  assert.deepEqual(saved, ['orders.csv']);
});

test('what was cancelled is not saved, even when it was whole at that moment', async () => {
  const { downloads, saved, answers } = createDownloads();
  for (const kind of ['orders', 'trials']) downloads.start(fileOf(kind));
  for (const { resolve } of answers) resolve(FILE);
  downloads.removeAll();
  await settle();
  assert.deepEqual(saved, []);
  assert.deepEqual(downloads.all(), []);
});

test('one that was cancelled leaves the same file alone that was begun after it', async () => {
  const { downloads, saved, answers } = createDownloads();
  downloads.start(fileOf('orders'));
  downloads.remove('orders?');
  downloads.start(fileOf('orders'));
  answers[0]?.reject(new ConnectionLost());
  await settle();
  assert.deepEqual(
    downloads.all().map(({ state }) => state),
    ['Running'],
  );
  assert.deepEqual(saved, []);
});

test('so many are on their way at once, and no more', async () => {
  const { downloads, answers } = createDownloads();
  for (let index = 0; index < MAX_RUNNING; index += 1) downloads.start(fileOf(`list-${index}`));
  assert.equal(downloads.start(fileOf('orders')), false);
  answers[0]?.resolve(FILE);
  await settle();
  assert.equal(downloads.start(fileOf('orders')), true);
});

test('a file about people is not asked for unless it is certain who asks', async () => {
  const { downloads, paths } = createDownloads({ isConfirmed: false });
  downloads.start({ ...fileOf('customers'), isPersonal: true });
  await settle();
  assert.deepEqual(paths, []);
  assert.deepEqual(downloads.all(), []);
});
