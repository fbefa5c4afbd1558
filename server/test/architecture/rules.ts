import { isDomain, mayHoldSql, placeOf, refusal, wayBetween } from './layers.ts';
import { moduleFaces, noModuleCircles, privateStores, usedFaces } from './module-rules.ts';
import { noFolderPairs } from './folder-pairs.ts';
import { inLayer, isProduct, type Rule, specifierOf } from './rule.ts';
import { isTestCode, isTestFile, type SourceFile, type Use } from './source.ts';
import { isParticiple } from './names.ts';
import { ownerOf, SHARED_READS, tableOwners } from './table-owners.ts';
import { PROVIDER_WORDS } from './provider-words.ts';

/** The violations of a rule, one line each: `path:line text`. */
export function violationsOf(rule: Rule, tree: readonly SourceFile[]): string[] {
  const check = rule.check(tree);
  const subjects = tree.filter(rule.applies);
  if (subjects.length === 0) return [`nothing to check: no file is subject to the rule "${rule.guarantee}"`];
  return subjects.flatMap((file) => check(file).map(({ text, line }) => `${file.path}:${line} ${text}`));
}

/** Small packages of pure functions, data or types that the kernel may use; domains use them through the kernel. */
const KERNEL_PACKAGES = new Set(['country-list', 'semver', 'typebox', 'uuid']);
const SQL_PACKAGES = /^(kysely(\/.*)?|pg|node:sqlite)$/;
const SQL_CALLS =
  /\.(tables|selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;
const IMPURE_MEMBERS = /^(Date\.now|Math\.random|(performance|process|crypto|globalThis|console)\..*)$/;
const IMPURE_CALLS = /^(Date|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|require)\(\)$/;
const MACHINE_TIME =
  /^(Date\.now|Temporal\.Now|Math\.random|crypto\.(randomUUID|randomUUIDv7|getRandomValues))$/;
const MACHINE_NAMES = new Set(['systemClock', 'randomIds', 'randomUUID', 'randomUUIDv7', 'getRandomValues']);
const MACHINE_PLACE =
  /\.((get|set)(FullYear|Month|Date|Day|Hours|Minutes)|getTimezoneOffset|toLocale\w+|localeCompare)$/;
const UNPORTABLE_TYPES =
  /\b(serial|bigserial|smallint|int|integer|bigint|varchar|text|jsonb?|timestamptz?|datetime|date|real|double|float|numeric|decimal|blob|bytea|uuid|bool|boolean|autoincrement)\b/;
const TEST_NAMES = new Set(['test', 'it', 'describe', 'suite', 't', 'context', 'ctx']);
const MAXIMUM_LINES = 400;

const isLayered = (file: SourceFile): boolean =>
  (isProduct(file) || file.path.startsWith('server/migrations/')) && !isTestCode(file.path);
const isStep = (file: SourceFile): boolean => /^server\/migrations\/\d/.test(file.path);

const direction: Rule = {
  guarantee: 'imports point from the api to modules (index.ts), to the platform, to the kernel',
  applies: isLayered,
  check: () => (file) =>
    file.imports.flatMap((imported) => {
      const reason = refusal(file, imported);
      return reason === undefined ? [] : [{ text: `${imported.specifier}: ${reason}`, line: imported.line }];
    }),
};

const foldersExist: Rule = {
  guarantee: 'every file of the server is in a layer, so that no folder escapes the rules',
  applies: isProduct,
  check: () => (file) =>
    placeOf(file.path).layer === 'unknown' ? [{ text: 'is in no layer that the rules know', line: 1 }] : [],
};

const noFileCircles: Rule = {
  guarantee: 'no file imports itself by way of others',
  applies: isProduct,
  check: (tree) => {
    const product = tree.filter(isProduct);
    const paths = new Set(product.map(({ path }) => path));
    const graph = new Map(
      product.map(({ path, imports }) => [
        path,
        new Set(imports.map(({ target }) => target).filter((target) => paths.has(target))),
      ]),
    );
    return ({ path, imports }) =>
      imports.flatMap(({ target, line }) => {
        const back = paths.has(target) ? wayBetween(graph, target, path) : undefined;
        return back === undefined ? [] : [{ text: `circle: ${[path, ...back].join(' → ')}`, line }];
      });
  },
};

const pureCore: Rule = {
  guarantee: 'domains and the kernel know no clock, no randomness, no input or output',
  applies: (file) => isProduct(file) && isPure(file.path),
  check: () => (file) => [
    ...file.imports.filter(({ target }) => !isPureImport(file.path, target)).map(specifierOf),
    ...file.members.filter(({ text }) => IMPURE_MEMBERS.test(text)),
    ...file.calls.filter(({ text }) => IMPURE_CALLS.test(text)),
    ...file.bareNews.filter(({ text }) => text === 'new Date()'),
  ],
};

const injectedTime: Rule = {
  guarantee: 'modules and the api take time and ids from the Clock and Ids they are given',
  applies: (file) => inLayer(file, 'module', 'api'),
  check: () => (file) => [
    ...file.imports.flatMap(({ names, line }) =>
      names.filter((name) => MACHINE_NAMES.has(name)).map((text) => ({ text, line })),
    ),
    ...file.members.filter(({ text }) => MACHINE_TIME.test(text)),
    ...file.bareNews.filter(({ text }) => text === 'new Date()'),
  ],
};

const noLocalTime: Rule = {
  guarantee: 'no rule depends on the time zone or the language of the machine',
  applies: (file) => inLayer(file, 'kernel', 'module', 'api'),
  check: () => (file) => file.members.filter(({ text }) => MACHINE_PLACE.test(text)),
};

const sqlInStores: Rule = {
  guarantee: 'SQL stands in the stores of modules and in the platform, nowhere else',
  applies: (file) => isProduct(file) && !mayHoldSql(file.path),
  check: () => (file) => [
    ...file.imports
      .filter(({ target, names }) => SQL_PACKAGES.test(target) || names.includes('sql'))
      .map(specifierOf),
    ...file.members.filter(({ text }) => SQL_CALLS.test(text)),
  ],
};

/** Fastify waits for these itself; the end of a server is what its signals wait for. */
const WAITED_ELSEWHERE = new Set(['void app.register', 'void reply.header', 'void end']);

/** These start nothing that somebody has to wait for, or what their class itself waits for. */
const HARMLESS_VOIDS: readonly { readonly file: string; readonly text: string }[] = [
  { file: 'server/src/platform/database/change-feed-postgres.ts', text: 'void .#beat' },
  { file: 'server/src/platform/database/file-ledger.ts', text: 'void add.run' },
  { file: 'server/src/platform/database/file-spool.ts', text: 'void add.run' },
  { file: 'server/src/platform/database/transaction.ts', text: 'void lastWrites.push' },
  { file: 'server/src/platform/database/transaction.ts', text: 'void ofTopic.delete' },
  { file: 'server/src/platform/jobs/start-job-worker.ts', text: 'void pool.renew' },
];

const noLostWork: Rule = {
  guarantee:
    'whoever has a transaction waits for all that it starts: no `void`, no query that is never executed',
  applies: (file) =>
    inLayer(file, 'module', 'api', 'cli', 'root') ||
    (isProduct(file) &&
      /\/platform\/(context|counters|database|idempotency|jobs|journal|mail)\//.test(file.path)),
  check: () => (file) =>
    file.lostWork.filter(
      ({ text }) =>
        !WAITED_ELSEWHERE.has(text) &&
        !HARMLESS_VOIDS.some((one) => one.file === file.path && one.text === text),
    ),
};

/** Functions that lock by other means. */
const LOCKS_OTHERWISE: readonly { readonly file: string; readonly text: string }[] = [
  // One statement for the two ways to read an order, which says `forUpdate` itself.
  { file: 'server/src/modules/orders/order/store.ts', text: 'lockOrder' },
  // It writes the row that every move writes first.
  { file: 'server/src/modules/accounts/move-account.ts', text: 'lockMovedAccounts' },
];

const locksLock: Rule = {
  guarantee: 'a function that is named for a lock takes one',
  applies: isProduct,
  check: () => (file) =>
    file.namesWithoutLock.filter(
      ({ text }) => !LOCKS_OTHERWISE.some((one) => one.file === file.path && one.text === text),
    ),
};

const ownTables: Rule = {
  guarantee:
    'queries name tables of their own module or room of the platform; what is read of others is listed',
  applies: (file) => isProduct(file) && file.queriedTables.length > 0,
  check: (tree) => {
    const owners = tableOwners(tree);
    return ({ path, queriedTables }) =>
      queriedTables.flatMap(({ text: table, line }) => {
        const [owner, other] = owners.get(table) ?? [];
        if (other !== undefined) return [{ text: `${table} is declared by ${owner} and by ${other}`, line }];
        if (owner === undefined || owner === ownerOf(path)) return [];
        const isShared = SHARED_READS.some((read) => read.file === path && read.table === table);
        return isShared ? [] : [{ text: `${table} belongs to ${owner}`, line }];
      });
  },
};

const driversAtHome: Rule = {
  guarantee: 'drivers of databases are known to platform/database alone',
  applies: (file) => isProduct(file) && !file.path.startsWith('server/src/platform/database/'),
  check: () => (file) =>
    file.imports.filter(({ target }) => /^(pg|node:sqlite)$/.test(target)).map(specifierOf),
};

const ORDERS = 'server/src/modules/orders/';

const orderStatusOnce: Rule = {
  guarantee: 'the status of an order is written in one place, which knows every change that is allowed',
  applies: (file) => isProduct(file) && file.path.startsWith(ORDERS),
  check: () => (file) =>
    file.path === `${ORDERS}order/store-status.ts`
      ? []
      : file.options.filter(({ text }) => text === 'set({status})'),
};

const STANDING_ORIGINS = new Set(['PlanChange', 'Payoff']);

const ordersAskNothing: Rule = {
  guarantee: 'orders, payments and documents do not ask what an order is to a subscription',
  applies: (file) =>
    isProduct(file) &&
    !isTestCode(file.path) &&
    /^server\/src\/modules\/(orders|payments|documents)\//.test(file.path),
  check: () => (file) =>
    file.path === `${ORDERS}tables.ts` ? [] : file.strings.filter(({ text }) => STANDING_ORIGINS.has(text)),
};

const CART_CHANGES = new Set(['lockOrder', 'changeOrder', 'insertOrder']);

const cartsOpenOnce: Rule = {
  guarantee: 'a cart is locked, changed and taken over in one place, which drops what a guest entered',
  applies: (file) => isProduct(file) && !isTestCode(file.path) && file.path.startsWith(`${ORDERS}cart/`),
  check: () => (file) =>
    file.path === `${ORDERS}cart/open-cart.ts`
      ? []
      : file.imports.flatMap(({ names, line }) =>
          names.filter((name) => CART_CHANGES.has(name)).map((text) => ({ text, line })),
        ),
};

const PROVIDERS = /^server\/src\/modules\/payments\/providers\/([^/]+)\//;

const providersAtHome: Rule = {
  guarantee: 'an adapter of a payment provider is named in its own folder and in the list of adapters',
  applies: (file) => isProduct(file) && !PROVIDERS.test(file.path),
  check: (tree) => {
    const names = new Set(tree.flatMap(({ path }) => PROVIDERS.exec(path)?.[1] ?? []));
    const holdsName = ({ text }: Use): boolean =>
      [...names].some((name) => text.toLowerCase().includes(name));
    return (file) => {
      if (PROVIDER_WORDS.some((exception) => exception.file === file.path)) return [];
      const imported = file.imports.flatMap(({ specifier, names: bindings, line }) =>
        [specifier, ...bindings].map((text) => ({ text, line })),
      );
      return [...file.strings, ...file.members, ...file.calls, ...imported].filter(holdsName);
    };
  },
};

const JOURNAL = 'server/src/platform/journal/';

const journalGrows: Rule = {
  guarantee: 'events of the journal are added; nothing changes them, and retention alone removes them',
  applies: (file) => isProduct(file) && file.path.startsWith(JOURNAL) && file.queriedTables.length > 0,
  check: () => (file) =>
    file.changedTables.filter(
      ({ text }) =>
        /^journal(Events|Subjects|Links)$/.test(text) && file.path !== `${JOURNAL}store-retention.ts`,
    ),
};

const numberedMigrations: Rule = {
  guarantee: 'migrations are numbered without a gap and all of them are listed',
  applies: isStep,
  check: (tree) => {
    const steps = tree.filter(isStep).map(({ path }) => path);
    const index = tree.find(({ path }) => path === 'server/migrations/index.ts');
    const exports_ = new Set(index?.imports.map(({ target }) => target));
    return ({ path }) => {
      const expected = String(steps.indexOf(path) + 1).padStart(4, '0');
      const problems = [];
      if (!path.startsWith(`server/migrations/${expected}-`))
        problems.push(`should have the number ${expected}`);
      if (!exports_.has(path)) problems.push('is not listed in server/migrations/index.ts');
      return problems.map((text) => ({ text, line: 1 }));
    };
  },
};

const portableMigrations: Rule = {
  guarantee: 'migrations name only the portable types TEXT, INTEGER, BOOLEAN, JSON, TIMESTAMP',
  applies: isStep,
  check: () => (file) =>
    file.strings.flatMap(({ text, line }) => {
      const type = UNPORTABLE_TYPES.exec(text.replaceAll(/'[^']*'/g, ''))?.[0];
      return type === undefined || !text.includes(' ')
        ? []
        : [{ text: `the type ${type} of one engine`, line }];
    }),
};

const separateWorkspaces: Rule = {
  guarantee:
    'a workspace contains no file of another one: web, dashboard and ui use packages, and the server none of theirs',
  applies: (file) => /^(server|web|dashboard|ui|sdk)\//.test(file.path) && !isTestCode(file.path),
  check: () => (file) => {
    const own = file.path.split('/')[0];
    return file.imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .filter(({ target }) => target.split('/')[0] !== own && !(own === 'web' && target.startsWith('sdk/')))
      .map(specifierOf);
  },
};

const shortFiles: Rule = {
  guarantee: `no file is longer than ${MAXIMUM_LINES} lines`,
  applies: () => true,
  check: () => (file) =>
    file.lines > MAXIMUM_LINES ? [{ text: `has ${file.lines} lines`, line: MAXIMUM_LINES + 1 }] : [],
};

const fileNames: Rule = {
  guarantee: 'files and folders are named in kebab-case; components of React like the component',
  applies: () => true,
  check: () => (file) => {
    const parts = file.path.split('/');
    const kebab = parts.every((part) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(part));
    const component =
      /^(web|dashboard|ui)\//.test(file.path) && /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/.test(parts.at(-1) ?? '');
    return kebab || component ? [] : [{ text: 'is not kebab-case', line: 1 }];
  },
};

const plainNames: Rule = {
  guarantee: 'no variable, function or type is named by a participle, such as "known"',
  applies: () => true,
  check: () => (file) => file.declaredNames.filter(({ text }) => isParticiple(text)),
};

const everyTestRuns: Rule = {
  guarantee: 'no test is skipped, postponed or favoured over others',
  applies: (file) => isTestCode(file.path),
  check: () => (file) => [
    ...file.members.filter(({ text }) => {
      const [object = '', property = ''] = text.split('.');
      return TEST_NAMES.has(object) && isExemption(property);
    }),
    ...file.options.filter(({ text }) => /^(test|it|describe|suite)\(\{(skip|only|todo)\}\)$/.test(text)),
    ...file.imports
      .filter(({ target, names }) => target === 'node:test' && names.some(isExemption))
      .map(specifierOf),
  ],
};

const testFilesTest: Rule = {
  guarantee: 'every test file has tests that the runner finds and that can fail',
  applies: (file) => isTestFile(file.path),
  check: () => (file) => {
    const problems = [];
    if (!file.calls.some(({ text }) => text === 'test()' || text === 'it()')) problems.push('has no test');
    if (file.path.endsWith('.tsx')) problems.push('is JSX, which Node does not run: write the test as .ts');
    const asserts = file.imports.some(
      ({ names, target }) => target.startsWith('node:assert') || names.some(isAssertion),
    );
    if (!asserts) problems.push('asserts nothing');
    return problems.map((text) => ({ text, line: 1 }));
  },
};

/** Every rule, the most important first. */
export const rules = {
  direction,
  foldersExist,
  moduleFaces,
  privateStores,
  usedFaces,
  noModuleCircles,
  noFileCircles,
  sqlInStores,
  noLostWork,
  ownTables,
  driversAtHome,
  pureCore,
  injectedTime,
  noLocalTime,
  orderStatusOnce,
  ordersAskNothing,
  cartsOpenOnce,
  providersAtHome,
  journalGrows,
  numberedMigrations,
  portableMigrations,
  separateWorkspaces,
  noFolderPairs,
  locksLock,
  shortFiles,
  fileNames,
  plainNames,
  everyTestRuns,
  testFilesTest,
} satisfies Record<string, Rule>;

function isPure(path: string): boolean {
  if (isDomain(path)) return true;
  return path.startsWith('server/src/kernel/') && !/^server\/src\/kernel\/(clock|ids)\.ts$/.test(path);
}

/** Relative imports are covered by the direction rule; of packages, only the kernel has some it may use. */
function isPureImport(path: string, target: string): boolean {
  if (placeOf(target).layer !== 'outside') return true;
  return !isDomain(path) && KERNEL_PACKAGES.has(target.split('/', target.startsWith('@') ? 2 : 1).join('/'));
}

function isExemption(name: string): boolean {
  return name === 'skip' || name === 'only' || name === 'todo';
}

function isAssertion(name: string): boolean {
  return /^(assert|expect|check)/.test(name);
}
