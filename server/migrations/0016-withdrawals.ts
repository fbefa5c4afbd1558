import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Withdrawals of buyers from the contract, and their lines: each line of an order is withdrawn at most once. A
 * withdrawal is open while one of its lines waits for the vendor.
 */
const statements = [
  `create table withdrawals (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    order_id TEXT not null,
    order_number TEXT not null,
    locale TEXT not null,
    statement TEXT,
    is_open BOOLEAN not null,
    created_at TIMESTAMP not null,
    primary key (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id)
  )`,
  `create index withdrawals_order on withdrawals (account_id, order_id)`,
  `create index withdrawals_newest on withdrawals (account_id, created_at desc, id desc)`,
  `create index withdrawals_open on withdrawals (account_id, created_at desc, id desc) where is_open`,
  `create table withdrawal_lines (
    account_id TEXT not null,
    order_id TEXT not null,
    line_id TEXT not null,
    withdrawal_id TEXT not null,
    position INTEGER not null,
    title TEXT not null,
    quantity INTEGER not null check (quantity > 0),
    amount_minor INTEGER not null check (amount_minor >= 0),
    currency TEXT not null,
    entitlement TEXT not null check (entitlement in ('Entitled', 'Waived', 'Late', 'Business', 'OtherCountry')),
    waived_at TIMESTAMP,
    waived_text TEXT,
    accessed_at TIMESTAMP,
    status TEXT not null check (status in ('Open', 'Granted', 'Declined')),
    refund_id TEXT,
    decided_at TIMESTAMP,
    primary key (account_id, order_id, line_id),
    foreign key (account_id, withdrawal_id) references withdrawals (account_id, id),
    foreign key (account_id, refund_id) references refunds (account_id, id),
    check ((status = 'Open') = (decided_at is null))
  )`,
  `create index withdrawal_lines_withdrawal on withdrawal_lines (account_id, withdrawal_id, position)`,
];

export const withdrawals: SchemaStep = { name: '0016-withdrawals', statements };
