import { toDecimal } from '../../kernel/money.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  REFUND_DAYS,
  type WithdrawableLine,
  type WithdrawalLine,
  type WithdrawalView,
} from '../../modules/withdrawals/index.ts';
import { Moment } from './moment.ts';
import { Amount, amountIn } from './order.ts';

export const EntitlementBody = Type.Enum(['Entitled', 'Waived', 'Late', 'Business', 'OtherCountry'], {
  title: 'WithdrawalEntitlement',
  description:
    'Whether the buyer has the right to withdraw. `Waived`: they consented to immediate delivery and have activated a device. `Late`: the 14 days have passed. `Business`, `OtherCountry`: the right is for consumers of the EEA and the United Kingdom. The vendor may grant each of them.',
});

const stateFields = {
  title: Type.String(),
  quantity: Type.Integer({ description: 'The units that were not refunded before.' }),
  amount: Amount,
  entitlement: EntitlementBody,
  waivedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the buyer consented to immediate delivery.' }),
  ),
  waivedText: Type.Optional(Type.String({ description: 'The sentence that they agreed to.' })),
  accessedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When it was first downloaded, or activated on a device.',
    }),
  ),
};

const LineStatus = Type.Enum(['Open', 'Granted', 'Declined'], { title: 'WithdrawalLineStatus' });

/** A line of an order that could be withdrawn. */
export const WithdrawableLineBody = Type.Object(
  {
    lineId: Type.String(),
    ...stateFields,
    withdrawal: Type.Optional(
      Type.Object(
        { status: LineStatus },
        { title: 'LineWithdrawal', description: 'Present if the line was withdrawn before.' },
      ),
    ),
  },
  { title: 'WithdrawableLine' },
);

const WithdrawalLineBody = Type.Object(
  {
    lineId: Type.String(),
    ...stateFields,
    status: LineStatus,
    refundId: Type.Optional(Type.String({ description: 'The refund that it was granted with.' })),
    decidedAt: Type.Optional(Moment),
  },
  { title: 'WithdrawalLine' },
);

/** A withdrawal, as the buyer and the vendor see it. */
export const WithdrawalBody = Type.Object(
  {
    id: Type.String(),
    orderId: Type.String(),
    orderNumber: Type.String(),
    status: Type.Enum(['Open', 'Closed'], {
      title: 'WithdrawalStatus',
      description: '`Open` while a line waits for the vendor.',
    }),
    statement: Type.Optional(Type.String({ description: 'The buyer’s own words.' })),
    receivedAt: Moment,
    refundDueAt: Type.String({
      format: 'date-time',
      description: 'Until then, the vendor has to refund what the buyer has a right to.',
    }),
    lines: Type.Array(WithdrawalLineBody),
  },
  { title: 'Withdrawal' },
);

export function withdrawableLine(
  { id, title, quantity, amountMinor, entitlement, waiver, accessedAt, withdrawal }: WithdrawableLine,
  currency: string,
): Static<typeof WithdrawableLineBody> {
  return {
    lineId: id,
    title,
    quantity,
    amount: amountIn(currency)(amountMinor),
    entitlement,
    ...(waiver && { waivedAt: waiver.at.toISOString(), waivedText: waiver.text }),
    ...(accessedAt && { accessedAt: accessedAt.toISOString() }),
    ...(withdrawal && { withdrawal: { status: withdrawal.status } }),
  };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

export function withdrawalBody({ withdrawal, lines }: WithdrawalView): Static<typeof WithdrawalBody> {
  const { id, orderId, orderNumber, isOpen, statement, createdAt } = withdrawal;
  return {
    id,
    orderId,
    orderNumber,
    status: isOpen ? 'Open' : 'Closed',
    ...(statement !== null && { statement }),
    receivedAt: createdAt.toISOString(),
    refundDueAt: new Date(createdAt.getTime() + REFUND_DAYS * DAY_MS).toISOString(),
    lines: lines.map(lineBody),
  };
}

function lineBody(line: WithdrawalLine): Static<typeof WithdrawalLineBody> {
  const { lineId, title, quantity, amountMinor, currency, entitlement, status } = line;
  const { waivedAt, waivedText, accessedAt, refundId, decidedAt } = line;
  return {
    lineId,
    title,
    quantity,
    amount: { currency, amount: toDecimal(amountMinor, currency) },
    entitlement,
    ...(waivedAt !== null && { waivedAt: waivedAt.toISOString() }),
    ...(waivedText !== null && { waivedText }),
    ...(accessedAt !== null && { accessedAt: accessedAt.toISOString() }),
    status,
    ...(refundId !== null && { refundId }),
    ...(decidedAt !== null && { decidedAt: decidedAt.toISOString() }),
  };
}
