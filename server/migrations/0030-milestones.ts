import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The coupon codes that the paid cycles of a subscription lead to, as its plan promised when it was bought: each once,
 * also when it comes back to a plan that it had before.
 */
const statements = [
  `create table subscription_milestones (
    account_id TEXT not null,
    subscription_id TEXT not null,
    variation_id TEXT not null,
    after_cycles INTEGER not null check (after_cycles >= 1),
    coupon_id TEXT not null,
    message TEXT,
    code_id TEXT,
    reached_at TIMESTAMP,
    primary key (account_id, subscription_id, variation_id, after_cycles),
    foreign key (account_id, subscription_id) references subscriptions (account_id, id),
    foreign key (account_id, coupon_id) references coupons (account_id, id),
    foreign key (account_id, code_id) references coupon_codes (account_id, id),
    check ((code_id is null) = (reached_at is null))
  )`,
  `create unique index subscription_milestones_code on subscription_milestones (account_id, code_id)
    where code_id is not null`,
  `create index subscription_milestones_coupon on subscription_milestones (account_id, coupon_id)`,
];

export const milestones: SchemaStep = {
  name: '0030-milestones',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [],
};
