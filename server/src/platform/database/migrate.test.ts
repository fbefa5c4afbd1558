import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { migrations } from '../../../migrations/index.ts';
import { openTestDatabase } from '../../../test/database.ts';
import { openLocation } from '../../../test/open-location.ts';
import type { Database, DatabaseOptions, SchemaStep, Tx } from './database.ts';
import { DatabaseTooNew, DatabaseUnavailable } from './errors.ts';

const MOMENT = new Date('2026-01-02T03:04:05.678Z');

const FIRST: SchemaStep = {
  name: '0001-notes',
  statements: [
    'create table notes (id INTEGER not null primary key, body TEXT not null, written_at TIMESTAMP)',
    'create table schema_steps (step TEXT not null primary key, works_with TEXT not null)',
  ],
};
const SECOND: SchemaStep = {
  name: '0002-labels',
  statements: [
    'create table labels (name TEXT not null primary key)',
    `alter table notes add column labels JSON not null default '[]'`,
    `insert into labels (name) select body from notes`,
  ],
};
const STEPS = [FIRST, SECOND];
const NAMES = STEPS.map(({ name }) => name);

interface Tables {
  kyselyMigration: { name: string; timestamp: string };
  notes: { id: number; body: string; writtenAt: Date | null };
  labels: { name: string };
}

test('an empty database gets every migration of the product, once', async (context) => {
  const names = migrations.map(({ name }) => name);
  const database = await openEmpty(context)(migrations);
  assert.deepEqual(await database.migrate(), names);
  await database.ready();
  assert.equal(database.schema, names.at(-1));
  assert.deepEqual(await database.migrate(), []);
  assert.deepEqual(await appliedTo(database), names);
});

test('a database is not ready before it has every step', async (context) => {
  const open = openEmpty(context);
  const older = await open([FIRST]);
  await assert.rejects(older.ready());
  await older.migrate();
  await older.ready();
  await assert.rejects((await open(STEPS)).ready(), (error) => {
    assert.ok(error instanceof DatabaseUnavailable);
    assert.match(error.message, /lacks migrations \(0002-labels\)/);
    return true;
  });
});

test('a step sees the rows that are there, and changes only what it says', async (context) => {
  const open = openEmpty(context);
  const older = await open([FIRST]);
  await older.migrate();
  const note = { id: 1, body: 'urgent', writtenAt: MOMENT };
  await older.transaction((tx) => tx.tables<Tables>().insertInto('notes').values(note).execute());
  const newer = await open(STEPS);
  assert.deepEqual(await newer.migrate(), [SECOND.name]);
  const tables = newer.reader.tables<Tables>();
  assert.deepEqual(await tables.selectFrom('notes').selectAll().execute(), [{ ...note, labels: [] }]);
  assert.deepEqual(await tables.selectFrom('labels').selectAll().execute(), [{ name: 'urgent' }]);
});

test('a step that fails leaves nothing of it, and the next start tries it again', async (context) => {
  const open = openEmpty(context);
  await (await open([FIRST])).migrate();
  const statements = [...SECOND.statements, 'create table notes (id TEXT)'];
  await assert.rejects((await open([FIRST, { ...SECOND, statements }])).migrate(), /notes/);
  const database = await open(STEPS);
  assert.deepEqual(await appliedTo(database), [FIRST.name]);
  assert.deepEqual(await database.migrate(), [SECOND.name]);
});

test('a step may take longer than a command', async (context) => {
  const database = await openEmpty(context)(migrations, { statementTimeoutMs: 1 });
  assert.equal((await database.migrate()).length, migrations.length);
});

test('a database that a newer version has written is neither changed nor called ready', async (context) => {
  const open = openEmpty(context);
  const newer = await open([FIRST]);
  await newer.migrate();
  await newer.transaction((tx) => record(tx, '9999-from-the-future'));
  const database = await open(STEPS);
  await assert.rejects(database.migrate(), DatabaseTooNew);
  assert.deepEqual(await appliedTo(database), [FIRST.name, '9999-from-the-future']);
  await assert.rejects(database.ready());
});

test('a server that runs while a newer version migrates its database is ready no more', async (context) => {
  const database = await openEmpty(context)(STEPS);
  await database.migrate();
  await database.ready();
  await database.transaction((tx) => record(tx, '9999-from-the-future'));
  await assert.rejects(database.ready(), DatabaseTooNew);
  assert.deepEqual(await appliedTo(database), [...NAMES, '9999-from-the-future']);
});

test('a server of the release that a newer step names stays ready, and starts again', async (context) => {
  const open = openEmpty(context);
  const older = await open(STEPS);
  await older.migrate();
  const third: SchemaStep = {
    name: '0003-colors',
    statements: ['alter table labels add column color TEXT'],
    worksWith: SECOND.name,
  };
  const newer = await open([...STEPS, third]);
  assert.deepEqual(await newer.migrate(), [third.name]);
  await newer.ready();
  await older.ready();
  assert.deepEqual(await (await open(STEPS)).migrate(), []);
  await assert.rejects((await open([FIRST])).ready(), DatabaseTooNew, 'an older one than that');
  await assert.rejects((await open([FIRST])).migrate(), DatabaseTooNew);
});

test('a server is not ready with a newer step that works with it and one that does not', async (context) => {
  const open = openEmpty(context);
  const older = await open([FIRST]);
  await older.migrate();
  const steps = [FIRST, { ...SECOND, worksWith: FIRST.name }];
  await (await open(steps)).migrate();
  await older.ready();
  const third: SchemaStep = {
    name: '0003-notes',
    statements: ['drop table notes'],
    worksWith: SECOND.name,
  };
  await (await open([...steps, third])).migrate();
  await assert.rejects(older.ready(), /0003-notes\)/);
});

const INDEX = 'create index notes_body on notes (body)';

test('an index of a step is built after the steps, once, by any number of processes', async (context) => {
  const open = openEmpty(context);
  await (await open([FIRST])).migrate();
  const steps = [FIRST, { ...SECOND, indexes: [INDEX] }];
  const database = await open(steps);
  // A file is migrated under one lock, for which another process waits without doing anything else.
  const others = database.engine === 'sqlite' ? [] : [await open(steps), await open(steps)];
  const ran = await Promise.all([database, ...others].map((each) => each.migrate()));
  assert.deepEqual(ran.flat(), [SECOND.name]);
  assert.deepEqual(await database.migrate(), []);
  await assert.rejects(
    database.transaction((tx) => sql.raw(INDEX).execute(tx.tables())),
    /notes_body.* already exists/,
  );
});

/** Opens the same new, empty database each time, as the version with these steps does. */
function openEmpty(context: TestContext) {
  const empty = openTestDatabase({ isEmpty: true });
  const opened: Database[] = [];
  context.after(async () => {
    for (const database of opened) await database.close();
    await (await empty).close();
  });
  return async (
    steps: readonly SchemaStep[],
    options: Pick<DatabaseOptions, 'statementTimeoutMs'> = {},
  ): Promise<Database> => {
    const database = await openLocation((await empty).location, { ...options, migrations: steps });
    opened.push(database);
    return database;
  };
}

async function record(tx: Tx, name: string): Promise<void> {
  const values = { name, timestamp: MOMENT.toISOString() };
  await tx.tables<Tables>().insertInto('kyselyMigration').values(values).execute();
}

async function appliedTo({ reader }: Database): Promise<string[]> {
  const rows = reader.tables<Tables>().selectFrom('kyselyMigration').select('name').orderBy('name');
  return (await rows.execute()).map(({ name }) => name);
}
