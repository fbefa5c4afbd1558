import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Marks the account of the demo shop, so that production can distinguish it from one that a vendor names "demo". */
export const demoAccounts: SchemaStep = {
  name: '0009-demo-accounts',
  statements: [
    `alter table accounts add column is_demo BOOLEAN not null default false`,
    `update accounts set is_demo = true where id = 'demo' and exists (
      select 1 from customers where customers.account_id = accounts.id and customers.email_key = 'ada@demo.example'
    )`,
  ],
};
