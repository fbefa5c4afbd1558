import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { memoryLedger } from '../../kernel/bulk-import.ts';
import { type Context, createAccount } from '../accounts/index.ts';
import { newCustomer } from './ensure-customer.ts';
import { customerKeys, findOwners } from './find-owners.ts';
import type { Customer } from './index.ts';
import { insertCustomer } from './store.ts';

let system: TestSystem;
let close: () => Promise<void>;
let ctx: Context;
let ada: Customer;
let former: Customer;
before(async () => {
  ({ system, close } = await openTestSystem());
  ctx = testContext(system, await createAccount(system, { id: 'demo', name: 'Demo Audio' }));
  const add = async (email: string, more: Partial<Customer>) => {
    const row = { ...newCustomer(ctx, { email }), ...more };
    return (await system.database.transaction((tx) => insertCustomer(tx, row))) ?? assert.fail();
  };
  ada = await add('Ada@example.com', { externalId: 'crm-1' });
  former = await add('gone@example.com', { externalId: 'crm-2', isDeleted: true });
});
after(() => close());

test('an owner is found by the one reference that is sent, and nobody is found without any', async () => {
  const references = [
    { ownerId: ada.id.toUpperCase() },
    { ownerEmail: ' ADA@EXAMPLE.com' },
    { ownerExternalId: 'crm-1' },
  ];
  const find = await findOwners(ctx, references);
  for (const reference of references) {
    const { owner, errors } = find(reference);
    assert.deepEqual([owner?.id, errors], [ada.id, {}]);
  }
  assert.deepEqual(find({}), { errors: {} });
});

test('an unknown or deleted owner, and a second reference, is an issue of its field', async () => {
  const cases = [
    [{ ownerId: former.id }, 'ownerId'],
    [{ ownerEmail: 'gone@example.com' }, 'ownerEmail'],
    [{ ownerExternalId: 'crm-2' }, 'ownerExternalId'],
    [{ ownerExternalId: 'CRM-1' }, 'ownerExternalId'],
  ] as const;
  const both = { ownerEmail: ada.email, ownerExternalId: 'crm-1' };
  const find = await findOwners(ctx, [...cases.map(([reference]) => reference), both]);
  for (const [reference, field] of cases)
    assert.deepEqual(find(reference), { errors: { [field]: ['is not a customer of this account'] } });
  assert.deepEqual(find(both), { errors: { ownerEmail: ['must be the only reference to the owner'] } });
});

test('a dry run also finds the customers that it would have created', async () => {
  const ledger = memoryLedger();
  const id = system.ids.guid();
  ledger.add(customerKeys.id(id), id);
  ledger.add(customerKeys.email('New@example.com'), id);
  ledger.add(customerKeys.externalId('crm-3'), id);
  const references = [
    { ownerId: id.toUpperCase() },
    { ownerEmail: 'new@EXAMPLE.com' },
    { ownerExternalId: 'crm-3' },
  ];
  const find = await findOwners(ctx, references, { ledger });
  for (const reference of references) assert.equal(find(reference).owner?.id, id);
  assert.equal(find({ ownerExternalId: 'crm-4' }).owner, undefined);
});
