import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * A cart and its lines are one row, which an update of the cart rewrites without touching any index (ADR 31). The rows
 * of `order_lines` are those of paid orders only; they count refunded units.
 */
export const linesOfCarts: SchemaStep = {
  name: '0050-lines-of-carts',
  statements: [
    `alter table orders add column lines JSON not null default '[]'`,
    `alter table orders add column changed_on TEXT not null default ''`,
    {
      // The notes of a client stay text: SQLite reads no JSON that is nested more than a thousand times.
      sqlite: `update orders set
        changed_on = strftime('%Y-%m-%d', updated_at / 1000, 'unixepoch'),
        lines = (
          select '[' || coalesce(group_concat(
            '{"replaced":' || coalesce(line.replaced, 'null') || ',' || substr(json_object(
              'id', line.id, 'productId', line.product_id, 'bundleId', line.bundle_id,
              'variationId', line.variation_id, 'quantity', line.quantity, 'offerId', line.offer_id,
              'partial', (case line.partial when 1 then 'true' when 0 then 'false' else 'null' end) -> '$'
            ), 2), ',' order by line.position
          ), '') || ']'
          from order_lines line where line.account_id = orders.account_id and line.order_id = orders.id
        )`,
      postgres: `update orders set
        changed_on = to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD'),
        lines = coalesce(
          (
            select jsonb_agg(
              jsonb_build_object(
                'id', line.id, 'productId', line.product_id, 'bundleId', line.bundle_id,
                'variationId', line.variation_id, 'quantity', line.quantity, 'offerId', line.offer_id,
                'partial', line.partial, 'replaced', line.replaced
              ) order by line.position
            )
            from order_lines line where line.account_id = orders.account_id and line.order_id = orders.id
          ),
          '[]'
        )`,
    },
    `delete from order_lines where exists (
      select 1 from orders
      where orders.account_id = order_lines.account_id and orders.id = order_lines.order_id
        and orders.status not in ('Paid', 'Completed'))`,
    `drop index orders_untouched`,
    `drop index orders_untouched_guests`,
    `create index orders_untouched on orders (changed_on) where status = 'Open'`,
    `create index orders_untouched_guests on orders (changed_on) where status = 'Open' and customer_id is null`,
  ],
};
