import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tableShape } from '../../platform/database/table-shape.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { MOVED_TABLES, TABLES_THAT_STAY } from './moved-tables.ts';

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

test('every table of the schema moves with an account, or stays for a reason', async () => {
  const { reader } = db.database;
  const rows =
    reader.engine === 'sqlite'
      ? await reader
          .tables<{ sqliteMaster: { name: string; type: string } }>()
          .selectFrom('sqliteMaster')
          .select('name')
          .where('type', '=', 'table')
          .execute()
      : await reader
          .tables<{ pgTables: { tablename: string; schemaname: string } }>()
          .selectFrom('pgTables')
          .select('tablename as name')
          .where('schemaname', '=', 'public')
          .execute();
  const decided = [...MOVED_TABLES, ...Object.keys(TABLES_THAT_STAY)];
  assert.deepEqual(
    rows.map(({ name }) => name).toSorted(),
    decided.toSorted(),
    'say in moved-tables.ts whether a new table moves with an account',
  );
});

test('what is sealed or hashed under the instance secret is known: every other column moves as it is', async () => {
  const { reader } = db.database;
  const names: string[] = [];
  for (const table of MOVED_TABLES) {
    const { columns } = await tableShape(reader, table);
    names.push(
      ...Object.keys(columns)
        .filter((name) => /seal|hash/i.test(name))
        .map((name) => `${table}.${name}`),
    );
  }
  assert.deepEqual(names.toSorted(), [
    // SHA-256 and Argon2id, which depend on no instance.
    'api_keys.keyHash',
    'api_keys.previousHash',
    'coupon_codes.codeHash',
    // Under the data key, which moves with the passphrase.
    'coupon_codes.codeSealed',
    // As for API keys.
    'customers.passwordHash',
    // Signed again.
    'journal_chains.anchorHash',
    'journal_chains.anchorSeal',
    'journal_chains.headHash',
    'journal_events.seal',
    'journal_links.hash',
    'newsletter_subscriptions.codeHash',
    // Under the data key, which moves with the passphrase.
    'signing_keys.privateSealed',
    'vouchers.codeHash',
    'vouchers.codeSealed',
    'webhook_endpoints.previousSealed',
    'webhook_endpoints.secretSealed',
  ]);
});
