import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@latchkey/sdk';
import { changeLicenses, type ManyProgress, messageHolders, newRun, runAfter } from './many-licenses.ts';

const failure = (status: number) => new Refusal({ status, headers: new Headers() }, {});
const IDS = Array.from({ length: 250 }, (_, index) => String(index));

test('licenses are changed a hundred at a time, and what became of them is added up', async () => {
  const sizes: number[] = [];
  const keys: string[] = [];
  const reports: ManyProgress[] = [];
  const progress = await changeLicenses(
    IDS,
    { ...newRun({ action: 'Revoke' }), key: 'run' },
    {
      signal: new AbortController().signal,
      onProgress: (each) => reports.push(each),
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
  const progress = await changeLicenses(IDS, newRun({ action: 'Revoke' }), {
    signal: ending.signal,
    onProgress: () => {
      ending.abort();
    },
    send: ({ ids }) => Promise.resolve({ items: ids.map((id) => ({ id, outcome: 'Changed' as const })) }),
  });
  assert.equal(progress.done, 100);
});

test('after a failure, the same change goes on with the first hundred that is not done', async () => {
  for (const status of [403, 409, 503]) {
    const requests: [start: string | undefined, key: string][] = [];
    let run = newRun({ action: 'Reissue', reason: 'A key was published.' });
    const { key } = run;
    let refuses = true;
    const change = () =>
      changeLicenses(IDS, run, {
        signal: new AbortController().signal,
        onProgress: (progress) => {
          run = { ...run, progress };
        },
        send: ({ ids, reason }, pageKey) => {
          assert.equal(reason, 'A key was published.');
          requests.push([ids[0], pageKey]);
          if (refuses && ids[0] === '100') throw failure(status);
          return Promise.resolve({ items: ids.map((id) => ({ id, outcome: 'Changed' as const })) });
        },
      });
    await assert.rejects(change());
    refuses = false;
    run = runAfter(run, failure(status)) ?? assert.fail('a hundred is done');
    const { changed } = await change();
    assert.equal(changed, 250);
    assert.deepEqual(
      requests.map(([start]) => start),
      ['0', '100', '100', '200'],
      `the first hundred is sent once, also after ${status}`,
    );
    assert.equal(requests[0]?.[1], `${key}-0`);
    assert.equal(
      requests[1]?.[1] === requests[2]?.[1],
      status === 503,
      'what may have happened keeps its key',
    );
  }
});

test('a change may be another one while nothing of it has happened, but not while something may have', () => {
  const run = newRun({ action: 'Transfer', email: 'nobody' });
  assert.equal(runAfter(run, failure(400)), undefined);
  for (const status of [422, 500, 503]) assert.equal(runAfter(run, failure(status)), run);
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
