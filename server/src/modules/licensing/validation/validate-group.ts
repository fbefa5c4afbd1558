import type { Problem } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import { type ActivationRecord, findActivationRecords } from '../store/activations.ts';
import { decideOnToken, refusalOfActivation } from '../domain/token-decision.ts';
import type { Usage } from '../domain/usage.ts';
import { tokenRefusals } from '../problems.ts';
import { licenseTokenSigner } from '../tokens/license-tokens.ts';
import { readTokenCases } from './read-cases.ts';
import { readClaims } from './renewed-claims.ts';
import { writeValidations } from './write-validations.ts';

export interface ValidationInput {
  readonly productId: string;
  readonly token: string;
  readonly usage?: Usage | undefined;
}

/** A token to renew, with the context of the request. */
export interface Validation {
  readonly ctx: Context;
  readonly input: ValidationInput;
}

/**
 * The result for a token: its successor, which may still be in the process of signing, or the reason for the refusal.
 */
export type Verdict = { readonly token: Promise<string> } | { readonly refusal: Problem };

/**
 * Decides about tokens of one account with one round of reads and one transaction, in their order. The new tokens are
 * signed while the transaction runs; one whose seat or license was revoked meanwhile is discarded.
 */
export async function validateGroup(group: readonly Validation[]): Promise<Verdict[]> {
  const ctx = group[0]?.ctx;
  if (ctx === undefined) return [];
  const now = ctx.clock.now();
  const cases = await readTokenCases(
    ctx,
    group.map(({ input }) => input),
  );
  const decisions = cases.map((tokenCase) => decideOnToken(tokenCase, now));
  const renewals = decisions.flatMap((decision) => ('refusal' in decision ? [] : [decision]));
  const claimsOf = await readClaims(ctx, renewals, now);
  const sign = licenseTokenSigner(ctx);
  const verdicts = decisions.map((decision, index): Verdict => {
    if ('refusal' in decision) {
      return { refusal: tokenRefusals[decision.refusal](cases[index]?.product?.name) };
    }
    const { account } = group[index]?.ctx ?? ctx;
    return { token: failingLater(sign(claimsOf(account, decision))) };
  });
  const reports = decisions.flatMap((decision, index) =>
    'refusal' in decision ? [] : [{ subject: decision.subject, usage: group[index]?.input.usage }],
  );
  const active = await writeValidations(ctx, reports, now);
  const activations = renewals.flatMap(({ subject }) =>
    'activation' in subject ? [subject.activation] : [],
  );
  const inactive = activations.filter(({ id }) => !active.has(id));
  if (inactive.length === 0) return verdicts;
  const refusalById = await refusalsOfInactive(ctx, inactive, now);
  return verdicts.map((verdict, index) => {
    const decision = decisions[index];
    if (decision === undefined || 'refusal' in decision || 'trial' in decision.subject) return verdict;
    const refusal = refusalById.get(decision.subject.activation.id);
    return refusal === undefined ? verdict : { refusal };
  });
}

/** The reasons why activations that were read as active no longer were when the validation was recorded, by id. */
async function refusalsOfInactive(
  ctx: Context,
  inactive: readonly ActivationRecord[],
  now: Date,
): Promise<ReadonlyMap<string, Problem>> {
  const ids = [...new Set(inactive.map(({ id }) => id))];
  const records = await findActivationRecords(ctx.database.reader, ctx.account.id, ids);
  const recordById = new Map(records.map((record) => [record.id, record]));
  return new Map(
    inactive.map(({ id, customerId }) => {
      const record = recordById.get(id);
      const refusal = record === undefined ? 'Gone' : refusalOfActivation(record, now, customerId);
      return [id, tokenRefusals[refusal ?? 'ActivationRevoked']()];
    }),
  );
}

/** Work whose failure reaches its awaiter, if there is one. */
function failingLater<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}
