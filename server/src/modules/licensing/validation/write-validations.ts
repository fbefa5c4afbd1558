import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import type { ActivationRecord } from '../store/activations.ts';
import type { Usage } from '../domain/usage.ts';
import type { Trial } from '../tables.ts';
import { countDevices, reportedUsage } from '../usage/count-usage.ts';
import type { LicenseTokenRenewal } from './read-cases.ts';
import { noteTrialValidations, noteValidations } from '../store/validations.ts';

/** A token to renew, with its application's report. */
export interface UsageReport {
  readonly subject: LicenseTokenRenewal['subject'];
  readonly usage: Usage | undefined;
}

/**
 * Records in one transaction that devices validated, each once though its token may have been presented several times;
 * returns the ids of the activations that were active then.
 */
export async function writeValidations(
  ctx: Context,
  reports: readonly UsageReport[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { activations, trials } = bySubject(reports);
  if (activations.size === 0 && trials.size === 0) return new Set();
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id;
    const active =
      activations.size === 0
        ? new Set<string>()
        : await noteValidations(tx, accountId, notesOf(activations), now);
    if (trials.size > 0) await noteTrialValidations(tx, accountId, notesOf(trials), now);
    const activeDevices = [...activations.values()].filter(({ subject }) => active.has(subject.id));
    await countDevices(
      tx,
      { activations: activeDevices.map(deviceOf), trials: [...trials.values()].map(deviceOf) },
      now,
    );
    return active;
  });
}

interface Report<Subject> {
  readonly subject: Subject;
  readonly usage: Usage;
}

/** One report for each activation and trial, by id: later reports add to earlier ones. */
function bySubject(reports: readonly UsageReport[]) {
  const activations = new Map<string, Report<ActivationRecord>>();
  const trials = new Map<string, Report<Trial>>();
  for (const { subject, usage } of reports) {
    if ('activation' in subject) addReport(activations, subject.activation, usage);
    else addReport(trials, subject.trial, usage);
  }
  return { activations, trials };
}

function addReport<Subject extends { readonly id: string }>(
  reports: Map<string, Report<Subject>>,
  subject: Subject,
  usage: Usage | undefined,
): void {
  reports.set(subject.id, { subject, usage: { ...reports.get(subject.id)?.usage, ...usage } });
}

function notesOf(reports: ReadonlyMap<string, Report<unknown>>) {
  return [...reports].map(([id, { usage }]) => ({ id, usage }));
}

function deviceOf({ subject, usage }: Report<ActivationRecord | Trial>) {
  const { id, productId, countedDay } = subject;
  return { id, productId, countedDay, ...reportedUsage(usage, subject) };
}
