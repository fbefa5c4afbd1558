import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { OPERATOR_PASSWORD } from '../../../../test/operators.ts';
import { testContext } from '../../../../test/context.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import {
  addOperator,
  changeOperator,
  inviteOperator,
  removeOperator,
  type Role,
} from '../../operators/index.ts';
import { queueVendorMail, updateSettings, vendorAddresses } from '../index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const add = (email: string, role: Role, account = app.demo) =>
  addOperator(testContext(app.system, account), { email, name: 'Vera', role, password: OPERATOR_PASSWORD });

test('mails to the vendor go to the owners who have joined, until the account has an address of its seller', async () => {
  assert.deepEqual(await vendorAddresses(app.ctx), [], 'nobody is there');
  const first = await add('first@vendor.example', 'Owner');
  const second = await add('second@vendor.example', 'Owner');
  await add('admin@vendor.example', 'Admin');
  await add('stranger@vendor.example', 'Owner', app.other);
  await inviteOperator(app.ctx, { email: 'invited@vendor.example', name: 'Ivy', role: 'Owner' });
  assert.deepEqual(await vendorAddresses(app.ctx), [first.email, second.email]);
  await changeOperator(app.ctx, first.id, { role: 'Finance' });
  assert.deepEqual(await vendorAddresses(app.ctx), [second.email]);
  await changeOperator(app.ctx, first.id, { role: 'Owner' });
  await removeOperator(app.ctx, second.id);
  assert.deepEqual(await vendorAddresses(app.ctx), [first.email]);
  const account = await updateSettings(app.ctx, { seller: { email: 'shop@vendor.example' } });
  assert.deepEqual(await vendorAddresses({ ...app.ctx, account }), ['shop@vendor.example']);
});

test('a mail says why it comes to the owners, and nothing of that where the seller has an address', async () => {
  const owner = { ...testContext(app.system, app.other) };
  await add('co-owner@vendor.example', 'Owner', app.other);
  const account = await updateSettings(owner, { seller: { email: 'other@vendor.example' } });
  for (const ctx of [owner, { ...owner, account }])
    await transaction(ctx, async (tx) =>
      queueVendorMail(tx, await vendorAddresses(tx), {
        kind: 'TestOfVendorMail',
        limit: 'None',
        subject: 'Look at this',
        heading: 'Look at this',
        paragraphs: ['Something waits.'],
        notes: ['About this.'],
      }),
    );
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const bodies = await mails.where('kind', '=', 'TestOfVendorMail').execute();
  const mailOf = (address: string) => bodies.find(({ recipient }) => recipient === address)?.textBody ?? '';
  for (const address of ['co-owner@vendor.example', 'stranger@vendor.example'])
    assert.match(mailOf(address), /About this\.[^]*as an owner of the account/);
  assert.match(mailOf('other@vendor.example'), /About this\./);
  assert.doesNotMatch(mailOf('other@vendor.example'), /owner of the account/);
  assert.equal(bodies.length, 3);
});
