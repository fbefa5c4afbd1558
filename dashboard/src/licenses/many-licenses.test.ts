import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeLicenses, type ManyProgress, messageHolders } from './many-licenses.ts';

const IDS = Array.from({ length: 250 }, (_, index) => String(index));

test('licenses are changed a hundred at a time, and what became of them is added up', async () => {
  const sizes: number[] = [];
  const keys: string[] = [];
  const reports: ManyProgress[] = [];
  const progress = await changeLicenses(
    IDS,
    { action: 'Revoke' },
    {
      signal: new AbortController().signal,
      onProgress: (each) => reports.push(each),
      key: 'run',
      send: ({ ids }, key) => {
        keys.push(key);
        sizes.push(ids.length);
        const items = ids.map((id, index) =>
          index === 0
            ? { id, outcome: 'Refused' as const, detail: 'There is no such license.' }
            : { id, outcome: index % 2 === 0 ? ('Changed' as const) : ('Unchanged' as const) },
        );
        return Promise.resolve({ items });
      },
    },
  );
  assert.deepEqual(sizes, [100, 100, 50]);
  assert.deepEqual(keys, ['run-0', 'run-100', 'run-200'], 'each hundred is carried out once');
  assert.deepEqual(
    reports.map(({ done }) => done),
    [100, 200, 250],
  );
  assert.equal(progress.changed + progress.unchanged + 3, 250);
  assert.deepEqual([...progress.refusals], [['There is no such license.', 3]]);
});

test('whoever stops it keeps what has been done', async () => {
  const ending = new AbortController();
  const progress = await changeLicenses(
    IDS,
    { action: 'Revoke' },
    {
      signal: ending.signal,
      onProgress: () => {
        ending.abort();
      },
      key: 'run',
      send: ({ ids }) => Promise.resolve({ items: ids.map((id) => ({ id, outcome: 'Changed' as const })) }),
    },
  );
  assert.equal(progress.done, 100);
});

test('a message goes out a hundred licenses at a time, under one id, and who had it already counts apart', async () => {
  const messageIds = new Set<string>();
  const outcomes = ['Sent', 'SentBefore', 'Refused'] as const;
  const { done, changed, unchanged, refusals } = await messageHolders(
    IDS,
    { messageId: 'm', subject: 'News', text: 'Text' },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      send: ({ ids, messageId }) => {
        messageIds.add(messageId);
        const items = ids.map((id) => ({ id, outcome: outcomes[Number(id) % 3] ?? 'Sent', detail: 'No.' }));
        return Promise.resolve({ items });
      },
    },
  );
  assert.deepEqual([done, changed, unchanged, refusals.get('No.')], [250, 84, 83, 83]);
  assert.deepEqual([...messageIds], ['m']);
});
