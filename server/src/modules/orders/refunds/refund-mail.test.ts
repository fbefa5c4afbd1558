import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { disputeOf, foreign, reversibleSale } from '../../../../test/reversible-sale.ts';
import { stockShop } from '../../../../test/shop.ts';
import type { DocumentTables } from '../../documents/tables.ts';
import type { DocumentFacts } from '../../documents/domain/facts.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

/** The subjects of the mails about refunds, and the text of the last one. */
async function mailsTo(email: string, { system }: TestApp = app) {
  const mails = system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails.where('recipient', '=', email).where('kind', '=', 'Refund').execute();
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return { subjects: rows.map(({ subject }) => subject), text: rows.at(-1)?.textBody ?? '' };
}

test('a refund made at the provider is told to the buyer once, and again when the bank sends the money back', async () => {
  const { report, email, licenses } = await reversibleSale(app);
  const refund = foreign(9_800);
  await report({ refunds: [refund] });
  await report({ refunds: [refund] });
  assert.deepEqual((await mailsTo(email)).subjects, ['Your refund from Demo Audio']);
  const failed = { ...refund, status: 'Failed' as const };
  await report({ refunds: [failed] });
  await report({ refunds: [failed] });
  const { subjects, text } = await mailsTo(email);
  assert.deepEqual(subjects.slice(1), ['Your refund from Demo Audio was cancelled']);
  assert.match(
    text,
    /Reversal of a credit note[^]*App, Perpetual[^]*98\.00[^]*Your purchase is valid as before/,
  );
  assert.deepEqual(await licenses(), ['Active', 'Active']);
});

test('a refund that never took effect, and a lost dispute, are told by nobody here; one won on appeal is', async () => {
  const pending = await reversibleSale(app);
  const refund = foreign(9_800, 'Pending');
  await pending.report({ refunds: [refund] });
  await pending.report({ refunds: [{ ...refund, status: 'Failed' }] });
  assert.deepEqual((await mailsTo(pending.email)).subjects, []);
  const disputed = await reversibleSale(app);
  await disputed.report({ disputes: [disputeOf('Lost')] });
  assert.deepEqual((await mailsTo(disputed.email)).subjects, []);
  await disputed.report({ disputes: [disputeOf('Won')] });
  assert.deepEqual((await mailsTo(disputed.email)).subjects, ['Your refund from Demo Audio was cancelled']);
});

test('a refund that no credit note fits takes place, and its mail lists what went back, without a tax that is none', async (t) => {
  const broken = await startTestApp();
  t.after(() => broken.close());
  await stockShop(broken, broken.demo);
  const { report, email, orderId, statuses } = await reversibleSale(broken);
  const { database } = broken.system;
  const documents = database.reader.tables<DocumentTables>().selectFrom('documents').selectAll();
  const [receipt = assert.fail('no receipt')] = await documents.where('orderId', '=', orderId).execute();
  const change = (facts: DocumentFacts) =>
    database.transaction((tx) =>
      tx
        .tables<DocumentTables>()
        .updateTable('documents')
        .set({ facts })
        .where('id', '=', receipt.id)
        .execute(),
    );
  const { lines } = receipt.facts;
  await change({ ...receipt.facts, lines: lines.map((line) => ({ ...line, netMinor: 1, grossMinor: 1 })) });
  await report({ refunds: [foreign(9_800)] });
  await change(receipt.facts);
  assert.deepEqual(await statuses(), ['Provider Succeeded']);
  const { subjects, text } = await mailsTo(email, broken);
  assert.deepEqual(subjects, ['Your refund from Demo Audio']);
  assert.match(text, /2 × App, Perpetual[^]*98\.00/);
  assert.doesNotMatch(text, /tax/i);
  await assert.rejects(assertInvariants(database.reader), /has no credit note/);
});
