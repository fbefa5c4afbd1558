import { Type } from 'typebox';
import type { System } from '../../platform/system.ts';
import { type Account, type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import type { PaymentReport } from './report.ts';

/**
 * Who takes the payments of an account now. The sandbox moves no money and lets the buyer say how a payment ends, so
 * without development features it takes none, whatever the settings say: a shop that forgot them would give everything
 * away.
 */
export function paymentProviderOf(
  { config }: Pick<System, 'config'>,
  { settings }: Pick<Account, 'settings'>,
): 'sandbox' | 'none' {
  return config.hasDevFeatures ? settings.paymentProvider : 'none';
}

/** What the buyer of a test payment wants to see happen. */
export type SandboxOutcome = 'Succeed' | 'Fail' | 'Delay';

/** Takes what a provider says about a payment; a report that came before changes nothing. */
interface ReportPort {
  readonly recordReport: (ctx: Context, report: PaymentReport) => Promise<unknown>;
}

/** The job in which the sandbox reports a payment, as a real provider would: on its own time, at least once. */
export const sandboxSettleJob = defineAccountJob(
  'payments.sandbox-settle',
  Type.Object({ paymentId: Type.String(), outcome: Type.Enum(['Succeed', 'Fail', 'Delay']) }),
  async (ctx: Context & ReportPort, { paymentId, outcome }) => {
    await ctx.recordReport(ctx, sandboxReport(paymentId, outcome));
  },
);

const DELAY_MS = 5_000;

/** The sandbox's own name for a payment. */
export function sandboxReference(paymentId: string): string {
  return `sandbox-${paymentId}`;
}

/** What the sandbox will report of a payment. The outcome decides the event, so that repetitions are recognised. */
export function sandboxReport(paymentId: string, outcome: SandboxOutcome): PaymentReport {
  return {
    provider: 'sandbox',
    eventId: `${sandboxReference(paymentId)}-${outcome}`,
    paymentId,
    outcome:
      outcome === 'Fail'
        ? { kind: 'Failed', reason: 'The test payment was declined.' }
        : { kind: 'Succeeded' },
  };
}

/** Asks for the report of a test payment: at once, or after a while when the buyer asked for a delay. */
export async function settleSandboxPayment(
  tx: CommandTx,
  payment: { readonly id: string; readonly createdAt: Date },
  outcome: SandboxOutcome,
): Promise<void> {
  const runAt = outcome === 'Delay' ? new Date(payment.createdAt.getTime() + DELAY_MS) : payment.createdAt;
  await sandboxSettleJob.enqueue(tx, { paymentId: payment.id, outcome }, runAt);
}
