import { type Account, findAccount } from '../../src/modules/accounts/index.ts';
import { issueDocument } from '../../src/modules/documents/index.ts';
import { documentNumber } from '../../src/modules/documents/domain/number.ts';
import type { DocumentTables } from '../../src/modules/documents/tables.ts';
import { transaction } from '../../src/platform/context/context.ts';
import type { System } from '../../src/platform/system.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, and the orders of this process. */
const [location = '', race = '', list = ''] = await parameters();

type Attempt = (system: System, account: Account, orderId: string) => Promise<unknown>;

const BUYER = { name: 'Ann', businessName: null, taxId: null, email: 'ann@example.com', address: null };

/** Issues a receipt twice at the same time; every third order first fails after it has its number. */
const issue: Attempt = async (system, account, orderId) => {
  const ctx = testContext(system, account);
  const sale = {
    orderId,
    currency: 'EUR',
    suppliedAt: new Date(),
    buyer: BUYER,
    lines: [],
    reductions: [],
    payment: null,
  };
  if (Number.parseInt(orderId.slice(0, 4), 16) % 3 === 0) {
    const failure = transaction(ctx, async (tx) => {
      await issueDocument(tx, sale);
      throw new Error('the order cannot be delivered');
    });
    await failure.catch(() => undefined);
  }
  return transaction(ctx, (tx) => issueDocument(tx, sale));
};

/** Reads the last position, then takes the next one: the wrong implementation. */
const issueNaively: Attempt = async ({ database, ids }, account, orderId) => {
  const last = await database.reader
    .tables<DocumentTables>()
    .selectFrom('documents')
    .select(({ fn }) => fn.max<number | null>('position').as('position'))
    .where('accountId', '=', account.id)
    .executeTakeFirst();
  const position = (last?.position ?? 0) + 1;
  const facts = {
    locale: 'en',
    currency: 'EUR',
    timeZone: 'UTC',
    suppliedAt: '',
    seller: { name: '', address: [], country: null, taxId: null, email: null },
    buyer: BUYER,
    lines: [],
    reductions: [],
    payment: null,
    original: null,
    reason: null,
  };
  const document = {
    accountId: account.id,
    id: ids.guid(),
    kind: 'Receipt',
    prefix: 'R-',
    position,
    number: documentNumber('R-', position),
    orderId,
    refundId: null,
    originalId: null,
    facts,
    pdfSha256: null,
    issuedAt: new Date(),
  } as const;
  await database.transaction((tx) =>
    tx.tables<DocumentTables>().insertInto('documents').values(document).execute(),
  );
};

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  if (account === undefined) throw new Error('nothing to race');
  const attempt = race === 'naive' ? issueNaively : issue;
  let failures = 0;
  for (const orderId of list.split(',')) {
    const [outcome] = await Promise.allSettled([attempt(system, account, orderId)]);
    failures += Number(outcome?.status === 'rejected');
  }
  return failures;
});
