import { type Static, Type } from '../../kernel/schema.ts';
import type { OrderRefund } from '../../modules/orders/index.ts';
import type { Dispute, FraudWarning, Refund } from '../../modules/payments/index.ts';
import { Moment } from './moment.ts';
import { Amount, amountIn } from './order.ts';

const RefundStatusBody = Type.Enum(['Pending', 'Succeeded', 'Failed'], {
  title: 'RefundStatus',
  description:
    '`Pending`: the provider has not answered, or somebody has to approve. `Failed`: no money went back, or it came back.',
});

const RefundedLine = Type.Object(
  {
    lineId: Type.String(),
    quantity: Type.Integer({ description: 'Units that went back; 0 when it is only money.' }),
    amount: Amount,
    tax: Amount,
  },
  { title: 'RefundedLine' },
);

/** A refund in the Core API. */
export const RefundAnswer = Type.Object(
  {
    id: Type.String(),
    orderId: Type.String(),
    paymentId: Type.String(),
    status: RefundStatusBody,
    origin: Type.Enum(['Vendor', 'Provider', 'Dispute'], {
      description: 'Made here, made at the payment provider, or by a dispute that was lost.',
    }),
    elsewhere: Type.Optional(
      Type.Boolean({ description: 'You have returned the money in another way: no provider was called.' }),
    ),
    amount: Amount,
    tax: Type.Optional(
      Type.Object(Amount.properties, {
        description: 'Refunded in addition to the amount: tax that the provider charged on top.',
      }),
    ),
    lines: Type.Array(RefundedLine, {
      description:
        'What was refunded of which line. Empty if it failed, or for a payment that was not applied to the order.',
    }),
    revokeLicenses: Type.Boolean({ description: 'Whether the licenses of the units are revoked with it.' }),
    reason: Type.Optional(Type.String()),
    failure: Type.Optional(Type.String({ description: 'Why it failed, as far as the provider says.' })),
    providerReference: Type.Optional(Type.String({ description: 'The id of the refund at the provider.' })),
    disputeId: Type.Optional(Type.String()),
    createdAt: Moment,
    settledAt: Type.Optional(Moment),
  },
  { title: 'Refund' },
);

/** A dispute in the Core API. */
export const DisputeAnswer = Type.Object(
  {
    id: Type.String(),
    orderId: Type.String(),
    paymentId: Type.String(),
    providerReference: Type.String({ description: 'The id of the dispute at the provider.' }),
    status: Type.Enum(['Open', 'Won', 'Lost'], { title: 'DisputeStatus' }),
    handledBy: Type.Enum(['Vendor', 'Provider'], {
      description: '`Provider`: a merchant of record answers it, and nothing of the order changes.',
    }),
    amount: Amount,
    reason: Type.String({ description: 'As the provider names it, such as `fraudulent`.' }),
    answerBy: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Until when you can answer it at the payment provider. Absent where the provider does not say, and once nothing is to be answered.',
      }),
    ),
    providerUrl: Type.Optional(
      Type.String({ description: 'Where you answer it: its page at the payment provider.' }),
    ),
    createdAt: Moment,
    resolvedAt: Type.Optional(Moment),
  },
  { title: 'Dispute' },
);

/** A fraud warning in the Core API. */
export const FraudWarningAnswer = Type.Object(
  {
    paymentId: Type.String(),
    reason: Type.String({ description: 'As the provider names it, such as `fraudulent`.' }),
    createdAt: Moment,
  },
  { title: 'FraudWarning', description: 'The issuer of a card suspects fraud; a dispute often follows.' },
);

/** The wire form of a refund, with its lines of the order. */
export function refundAnswer(refund: Refund, part: OrderRefund | undefined): Static<typeof RefundAnswer> {
  const { reason, failure, providerReference, disputeId, settledAt, taxMinor } = refund;
  const amount = amountIn(refund.currency);
  return {
    id: refund.id,
    orderId: refund.subjectId,
    paymentId: refund.paymentId,
    status: refund.status,
    origin: refund.origin,
    ...(refund.isElsewhere === true && { elsewhere: true }),
    amount: amount(refund.amountMinor),
    ...(taxMinor > 0 && { tax: amount(taxMinor) }),
    lines: (part?.lines ?? []).map((line) => ({
      lineId: line.lineId,
      quantity: line.quantity,
      amount: amount(line.amountMinor),
      tax: amount(line.taxMinor),
    })),
    revokeLicenses: part?.revokesLicenses ?? false,
    ...(reason !== null && { reason }),
    ...(failure !== null && { failure }),
    ...(providerReference !== null && { providerReference }),
    ...(disputeId !== null && { disputeId }),
    createdAt: refund.createdAt.toISOString(),
    ...(settledAt !== null && { settledAt: settledAt.toISOString() }),
  };
}

/** The wire form of a dispute. */
export function disputeAnswer(dispute: Dispute): Static<typeof DisputeAnswer> {
  const { answerBy, providerUrl, status, resolvedAt } = dispute;
  return {
    id: dispute.id,
    orderId: dispute.subjectId,
    paymentId: dispute.paymentId,
    providerReference: dispute.providerReference,
    status,
    handledBy: dispute.handledBy,
    amount: amountIn(dispute.currency)(dispute.amountMinor),
    reason: dispute.reason,
    ...(answerBy && status === 'Open' && { answerBy: answerBy.toISOString() }),
    ...(providerUrl && { providerUrl }),
    createdAt: dispute.createdAt.toISOString(),
    ...(resolvedAt !== null && { resolvedAt: resolvedAt.toISOString() }),
  };
}

/** The wire form of a warning. */
export function fraudWarningAnswer(warning: FraudWarning): Static<typeof FraudWarningAnswer> {
  const { paymentId, reason, createdAt } = warning;
  return { paymentId, reason, createdAt: createdAt.toISOString() };
}
