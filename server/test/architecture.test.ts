import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { isDomain, mayHoldSql, placeOf } from './architecture/layers.ts';
import type { Rule } from './architecture/rule.ts';
import { rules, violationsOf } from './architecture/rules.ts';
import { isTestFile, parseSource, readSourceTree, type SourceFile } from './architecture/source.ts';
import { SHARED_READS } from './architecture/table-owners.ts';

type RuleName = keyof typeof rules;
type Tree = Record<string, string>;

const ALL: Record<RuleName, Rule> = rules;
const tree = await readSourceTree(path.join(import.meta.dirname, '../..'));

const LAYERS: Record<string, (file: SourceFile) => boolean> = {
  'the kernel': ({ path: file }) => placeOf(file).layer === 'kernel',
  'the platform': ({ path: file }) => placeOf(file).layer === 'platform',
  modules: ({ path: file }) => placeOf(file).layer === 'module',
  domains: ({ path: file }) => isDomain(file),
  stores: ({ path: file }) => mayHoldSql(file) && placeOf(file).layer === 'module',
  'the api': ({ path: file }) => placeOf(file).layer === 'api',
  migrations: ({ path: file }) => placeOf(file).layer === 'migrations',
  tests: ({ path: file }) => isTestFile(file),
};

for (const [name, belongs] of Object.entries(LAYERS)) {
  test(`the rules find ${name}`, () => {
    assert(tree.some(belongs), `no file of ${name} was found: the rules look at the wrong folders`);
  });
}

for (const rule of Object.values(ALL)) {
  test(rule.guarantee, () => {
    assert.deepEqual(violationsOf(rule, tree), []);
  });
}

test('a rule with nothing to check is broken', () => {
  for (const rule of Object.values(ALL)) {
    const [first = '', ...others] = violationsOf(rule, []);
    assert.match(first, /^nothing to check/);
    assert.deepEqual(others, []);
  }
});

test('every query that may read a table of another module does', () => {
  const unused = SHARED_READS.filter(
    ({ file, table }) =>
      !tree.some(
        ({ path: at, queriedTables }) => at === file && queriedTables.some(({ text }) => text === table),
      ),
  );
  assert.deepEqual(unused, []);
});

test('a file that cannot be parsed is an error, not a file without violations', () => {
  assert.throws(
    () => parseSource('server/src/kernel/money.ts', 'const = 1'),
    /server\/src\/kernel\/money\.ts/,
  );
});

/** A small server that follows every rule. Each case below adds or replaces files, and must be detected. */
const SOUND: Tree = {
  'server/migrations/index.ts': `import { foundation } from './0001-foundation.ts'; export const migrations = [foundation];`,
  'server/migrations/0001-foundation.ts': `import type { SchemaStep } from '../src/platform/database/database.ts';
    export const foundation: SchemaStep = { name: 'a', statements: ["create table a (id TEXT check (id <> 'int'))"] };`,
  'server/src/main.ts': `import { migrations } from '../migrations/index.ts'; import { listProducts } from './modules/catalog/index.ts'; listProducts(new Date());`,
  'server/src/kernel/clock.ts': `export const systemClock = { now: () => new Date() };`,
  'server/src/kernel/money.ts': `import semver from 'semver'; export const at = new Date(0);`,
  'server/src/platform/database/database.ts': `export type SchemaStep = string;`,
  'server/src/platform/database/migrate.ts': `import { sql } from 'kysely';`,
  'server/src/platform/jobs/store.ts': `import { sql } from 'kysely'; sql\`select 1\`;`,
  'server/src/platform/journal/store.ts': `tx.tables().insertInto('journalEvents').values(events).execute();`,
  'server/src/platform/journal/store-retention.ts': `tx.tables().deleteFrom('journalEvents').execute();`,
  'server/src/platform/journal/tables.ts': `export interface JournalTables { journalEvents: Row; journalLinks: Row }`,
  'server/src/modules/catalog/index.ts': `export { listProducts } from './list-products.ts';`,
  'server/src/modules/catalog/list-products.ts': `import { price } from './domain/price.ts'; import { products } from './store.ts';
    import { migrate } from '../../platform/database/migrate.ts';`,
  'server/src/modules/catalog/store.ts': `import { sql } from 'kysely'; const query = tx.tables().selectFrom('products');`,
  'server/src/modules/catalog/tables.ts': `export interface CatalogTables { products: Row }`,
  'server/src/modules/catalog/domain/price.ts': `import { at } from '../../../kernel/money.ts'; import { tax } from './tax.ts';`,
  'server/src/modules/catalog/domain/tax.ts': `export const tax = (now: Date) => now.getUTCDay();`,
  'server/src/modules/orders/index.ts': `import type { Product } from '../catalog/index.ts';`,
  'server/src/modules/orders/cart/open-cart.ts': `import { lockOrder } from '../order/store.ts';`,
  'server/src/api/core/products.ts': `import { listProducts } from '../../modules/catalog/index.ts'; list.only;`,
  'server/src/api/core/products.test.ts': `import assert from 'node:assert/strict'; import { test } from 'node:test';
    import { products } from '../../modules/catalog/store.ts'; test('lists products', { timeout: 9 }, () => assert(now));`,
  'web/src/shop/shop-page.tsx': `export const ShopPage = () => <p />;`,
  'web/src/cart/cart-page.tsx': `import { ShopPage } from '../shop/shop-page.tsx'; import { Shop } from '../Shop.tsx';`,
  'web/src/Shop.tsx': `import { client } from '../../sdk/src/client.ts'; export const Shop = ({ known: item }) => <p>{client}</p>;`,
  'sdk/src/client.ts': `export const client = 1;`,
};

const CASES: Record<RuleName, readonly Tree[]> = {
  direction: [
    { 'server/src/kernel/money.ts': `import type { Tx } from '../platform/database/migrate.ts';` },
    { 'server/src/platform/jobs/store.ts': `import { listProducts } from '../../modules/catalog/index.ts';` },
    {
      'server/src/platform/database/migrate.ts': `import { migrations } from '../../../migrations/index.ts';`,
    },
    { 'server/src/modules/orders/index.ts': `import { products } from '../catalog/store.ts';` },
    { 'server/src/modules/orders/index.ts': `export * from '../catalog/list-products.ts';` },
    { 'server/src/modules/orders/index.ts': `import { route } from '../../api/core/products.ts';` },
    { 'server/src/modules/orders/index.ts': `const later = await import('../catalog/store.ts');` },
    { 'server/src/modules/orders/index.ts': `let row: import('../catalog/tables.ts').ProductRow;` },
    { 'server/src/modules/catalog/domain/tax.ts': `import { products } from '../store.ts';` },
    { 'server/src/modules/catalog/domain/tax.ts': `import { total } from '../../orders/domain/total.ts';` },
    { 'server/src/modules/catalog/domain/tax.ts': `import type { Log } from '../../../platform/log.ts';` },
    { 'server/src/api/core/products.ts': `import { products } from '../../modules/catalog/store.ts';` },
    { 'server/src/api/core/products.ts': `import type { Tx } from '../../platform/database/migrate.ts';` },
    { 'server/src/api/core/products.ts': `import { main } from '../../main.ts';` },
    { 'server/src/main.ts': `import { products } from './modules/catalog/store.ts';` },
    { 'server/src/main.ts': `import { harness } from '../test/harness.ts';` },
    { 'server/migrations/0001-foundation.ts': `import { at } from '../src/kernel/money.ts';` },
    { 'server/migrations/0001-foundation.ts': `import { migrations } from './index.ts';` },
  ],
  foldersExist: [
    { 'server/src/utils/text.ts': `export const trim = 1;` },
    { 'server/src/modules/helpers.ts': `export const trim = 1;` },
  ],
  moduleFaces: [{ 'server/src/modules/vouchers/redeem-voucher.ts': `export const redeem = 1;` }],
  privateStores: [
    { 'server/src/modules/catalog/index.ts': `export { products } from './store.ts';` },
    { 'server/src/modules/catalog/index.ts': `export type { Row } from './icons/store-icons.ts';` },
    {
      'server/src/modules/catalog/index.ts': `import { products } from './store.ts'; export const list = products;`,
    },
    { 'server/src/modules/catalog/queries.ts': `export * from './store.ts';` },
  ],
  usedFaces: [
    { 'server/src/modules/catalog/index.ts': `export { listProducts, price } from './list-products.ts';` },
    {
      'server/src/modules/catalog/index.ts': `export { listProducts, price } from './list-products.ts';`,
      'server/src/modules/catalog/list-products.ts': `import { price } from './index.ts';`,
    },
  ],
  noModuleCircles: [
    { 'server/src/modules/catalog/list-products.ts': `import type { Order } from '../orders/index.ts';` },
    {
      'server/src/modules/catalog/list-products.ts': `export { voucher } from '../vouchers/index.ts';`,
      'server/src/modules/vouchers/index.ts': `import { order } from '../orders/index.ts';`,
    },
  ],
  noFileCircles: [
    { 'server/src/modules/catalog/domain/tax.ts': `import type { Price } from './price.ts';` },
    { 'server/src/modules/catalog/store.ts': `export { listProducts } from './list-products.ts';` },
  ],
  sqlInStores: [
    {
      'server/src/modules/catalog/list-products.ts': `import { sql } from '../../platform/database/migrate.ts';`,
    },
    { 'server/src/modules/catalog/list-products.ts': `import type { Kysely } from 'kysely';` },
    { 'server/src/modules/catalog/list-products.ts': `import pg from 'pg';` },
    { 'server/src/modules/catalog/list-products.ts': `tx.tables().where();` },
    { 'server/src/modules/catalog/list-products.ts': `query.updateTable('products');` },
    { 'server/src/modules/catalog/domain/store.ts': `import { sql } from 'kysely';` },
    { 'server/src/platform/http/server/server.ts': `import { sql } from 'kysely';` },
    { 'server/src/api/core/store.ts': `import { sql } from 'kysely';` },
  ],
  ownTables: [
    { 'server/src/modules/orders/order/store.ts': `tx.tables().selectFrom('products');` },
    {
      'server/src/modules/orders/order/store.ts': `tx.tables().selectFrom('orders').leftJoin('products as p', on);`,
    },
    { 'server/src/modules/orders/order/store.ts': `tx.tables().selectFrom(['orders', 'products']);` },
    { 'server/src/modules/orders/order/store.ts': `tx.tables().deleteFrom(\`products\`);` },
    {
      'server/src/modules/orders/order/store.ts': `tx.tables().selectFrom('orders').select((eb) => eb.selectFrom('products'));`,
    },
    {
      'server/src/modules/orders/tables.ts': `export interface OrderTables { products: Row }`,
      'server/src/modules/orders/order/store.ts': `tx.tables().selectFrom('products');`,
    },
  ],
  driversAtHome: [
    { 'server/src/modules/catalog/store.ts': `import pg from 'pg';` },
    { 'server/src/modules/catalog/store.ts': `import { DatabaseSync } from 'node:sqlite';` },
    { 'server/src/platform/jobs/store.ts': `import pg from 'pg';` },
  ],
  pureCore: [
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => Date.now();` },
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => Date['now']();` },
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => new Date();` },
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => Date();` },
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => Math.random();` },
    { 'server/src/modules/catalog/domain/tax.ts': `import { readFileSync } from 'node:fs';` },
    { 'server/src/modules/catalog/domain/tax.ts': `import semver from 'semver';` },
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => process.env.TAX;` },
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => fetch('https://tax.example');` },
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = () => crypto.randomUUID();` },
    { 'server/src/kernel/money.ts': `import { randomBytes } from 'node:crypto';` },
    { 'server/src/kernel/money.ts': `import fastify from 'fastify';` },
    { 'server/src/kernel/money.ts': `setTimeout(() => {}, 1);` },
  ],
  injectedTime: [
    { 'server/src/modules/catalog/list-products.ts': `export const list = () => Date.now();` },
    { 'server/src/modules/catalog/list-products.ts': `export const list = () => new Date();` },
    { 'server/src/modules/catalog/list-products.ts': `import { systemClock } from '../../kernel/clock.ts';` },
    { 'server/src/modules/catalog/list-products.ts': `import { randomUUID as id } from 'node:crypto';` },
    { 'server/src/api/core/products.ts': `export const id = () => crypto.randomUUID();` },
  ],
  noLocalTime: [
    { 'server/src/modules/catalog/domain/tax.ts': `export const tax = (now: Date) => now.getDay();` },
    { 'server/src/modules/catalog/list-products.ts': `names.toSorted((a, b) => a.localeCompare(b));` },
    { 'server/src/api/core/products.ts': `amount.toLocaleString();` },
  ],
  locksLock: [
    {
      'server/src/modules/catalog/store.ts': `function lockProduct(tx: Tx, id: string) { return byId(tx, id).executeTakeFirst(); }`,
    },
  ],
  noLostWork: [
    {
      'server/src/modules/catalog/list-products.ts': `await transaction(ctx, async (tx) => { void record(tx, event); });`,
    },
    {
      'server/src/modules/catalog/list-products.ts': `await transaction(ctx, (tx) => void record(tx, event));`,
    },
    {
      'server/src/modules/catalog/store.ts': `await tx.tables().deleteFrom('products').where('id', '=', id);`,
    },
    { 'server/src/platform/journal/store.ts': `tx.tables().insertInto('journalEvents').values(job);` },
    {
      'server/src/api/core/products.ts': `await transaction(ctx, async (tx) => { void record(tx, event); });`,
    },
    { 'server/src/account-deletion.ts': `await transaction(ctx, async (tx) => void tx.record(event));` },
    { 'server/src/platform/database/transaction.ts': `void tx.tables();` },
    { 'server/src/platform/jobs/enqueue.ts': `void add.run(job);` },
    {
      'server/src/modules/catalog/store.ts': `await Promise.all([one(), tx.tables().deleteFrom('products').where('id', '=', id)]);`,
    },
  ],
  orderStatusOnce: [
    {
      'server/src/modules/orders/order/store.ts': `tx.tables().updateTable('orders').set({ status: 'Paid' });`,
    },
    {
      'server/src/modules/orders/order/store.ts': `tx.tables().updateTable('orders').set({ ...all, status });`,
    },
  ],
  ordersAskNothing: [
    { 'server/src/modules/orders/order/store.ts': `export const ends = order.origin === 'Payoff';` },
  ],
  cartsOpenOnce: [
    {
      'server/src/modules/orders/cart/clear-offer.ts': `import { changeOrder } from '../order/store.ts';`,
    },
    {
      'server/src/modules/orders/cart/find-order.ts': `import { lockOrder, readOrder } from '../order/store.ts';`,
    },
  ],
  providersAtHome: [
    `if (provider === 'acme') pay();`,
    `payments.acmeOutcome();`,
    `import { acmeInput } from '../payments/index.ts';`,
    'const key = `acme-${id}`;',
  ].map((text) => ({
    'server/src/modules/payments/providers/acme/acme.ts': `export const acme = 1;`,
    'server/src/modules/catalog/list-products.ts': text,
  })),
  journalGrows: [
    { 'server/src/platform/journal/store.ts': `tx.tables().updateTable('journalEvents').set({ type });` },
    { 'server/src/platform/journal/store.ts': `tx.tables().deleteFrom('journalLinks').execute();` },
  ],
  numberedMigrations: [
    { 'server/migrations/0002-orders.ts': `export const orders = 1;` },
    {
      'server/migrations/0003-orders.ts': `export const orders = 1;`,
      'server/migrations/index.ts': `import './0001-foundation.ts'; import './0003-orders.ts';`,
    },
  ],
  portableMigrations: [
    { 'server/migrations/0001-foundation.ts': `export const step = 'create table a (id uuid not null)';` },
    { 'server/migrations/0001-foundation.ts': 'export const step = `create table a (at timestamptz)`;' },
  ],
  separateWorkspaces: [
    { 'web/src/Shop.tsx': `import type { Product } from '../../server/src/modules/catalog/index.ts';` },
    { 'sdk/src/client.ts': `import type { Product } from '../../server/src/modules/catalog/index.ts';` },
    { 'ui/src/notice.tsx': `import { Shop } from '../../web/src/Shop.tsx';` },
    { 'server/src/main.ts': `import { client } from '../../sdk/src/client.ts';` },
  ],
  noFolderPairs: [
    {
      'server/src/modules/orders/cart/add-line.ts': `import { quote } from '../quote/rates/quote.ts';`,
      'server/src/modules/orders/quote/quote.ts': `import type { Line } from '../cart/lines/line.ts';`,
    },
    { 'web/src/shop/shop-page.tsx': `const later = import('../cart/cart-page.tsx');` },
    {
      'web/src/cart/lines/row.tsx': `import { Offer } from '../offers/offer.tsx';`,
      'web/src/cart/offers/offer.tsx': `import { Row } from '../lines/row.tsx';`,
    },
  ],
  shortFiles: [{ 'web/src/long.ts': 'export const a = 1;\n'.repeat(401) }],
  fileNames: [
    { 'server/src/kernel/bigMoney.ts': '' },
    { 'server/src/modules/gift_cards/index.ts': '' },
    { 'server/src/kernel/Money.tsx': '' },
  ],
  plainNames: [
    { 'server/src/kernel/money.ts': `export const known = 1;` },
    { 'server/src/kernel/money.test.ts': `const { answer: told } = ask();` },
    { 'server/src/kernel/money.test.ts': `const [first, ...taken] = codes;` },
    { 'server/src/api/core/products.ts': `export function given(): void {}` },
    { 'server/src/api/core/products.ts': `list.map((asked) => asked.id);` },
    { 'web/src/Shop.tsx': `export interface Found { readonly id: string }` },
  ],
  everyTestRuns: [
    { 'server/src/kernel/money.test.ts': `test.skip('adds', () => {});` },
    { 'server/src/kernel/money.test.ts': `describe.only('money', () => {});` },
    { 'server/src/kernel/money.test.ts': `const when = fast ? test : test.todo;` },
    { 'server/src/kernel/money.test.ts': `test('adds', { skip: true }, () => {});` },
    { 'server/src/kernel/money.test.ts': `test('adds', (t) => t.skip());` },
    { 'server/src/kernel/money.test.ts': `test('adds', (t) => t.test('up', { todo: 'later' }, () => {}));` },
    { 'server/src/kernel/money.test.ts': `import { skip as test } from 'node:test';` },
  ],
  testFilesTest: [
    { 'server/src/kernel/money.test.ts': `import assert from 'node:assert/strict'; assert(true);` },
    { 'server/src/kernel/money.test.ts': `import { test } from 'node:test'; test('adds', () => {});` },
    {
      'web/src/shop.test.tsx': `import assert from 'node:assert/strict'; test('buys', () => assert(<p />));`,
    },
  ],
};

test('a correct server breaks no rule', () => {
  for (const rule of Object.values(ALL)) assert.deepEqual(violationsOf(rule, parseTree(SOUND)), []);
});

for (const [name, cases] of Object.entries(CASES)) {
  test(`the rule ${name} finds what breaks it`, () => {
    assert(cases.length > 0);
    for (const changes of cases) {
      const violations = violationsOf(ruleOf(name), parseTree({ ...SOUND, ...changes }));
      assert(
        violations.some((violation) => Object.keys(changes).some((file) => violation.startsWith(`${file}:`))),
        `${JSON.stringify(changes)} was not found; found was: ${violations.join('; ')}`,
      );
    }
  });
}

function parseTree(files: Tree): SourceFile[] {
  return Object.entries(files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, text]) => parseSource(file, text));
}

function ruleOf(name: string): Rule {
  const [, rule] = Object.entries(ALL).find(([key]) => key === name) ?? [];
  assert(rule !== undefined, name);
  return rule;
}
