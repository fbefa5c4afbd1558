import { notFound, type Problem } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Account, Context } from '../../accounts/index.ts';
import { type Catalog, loadCatalog, type Product } from '../../catalog/index.ts';
import { activationClaims, ownedSeats, ownedSubProducts } from '../activations/activation-token.ts';
import { countDevices, toldBy } from '../usage/count-usage.ts';
import { ANONYMOUS_ID, type TokenClaims, type TokenOwner } from '../domain/claims.ts';
import { hasPassed, refusalOfActivation, type TokenRefusal } from '../domain/license-state.ts';
import type { Usage } from '../domain/usage.ts';
import { licenseTokenSigner, type PresentedToken, readLicenseTokens } from '../tokens/license-tokens.ts';
import { licensingRules } from '../rules/licensing-rules.ts';
import { invalidLicenseToken, productInactive, tokenRefusals } from '../problems.ts';
import { type ActivationRecord, findActivationRecords } from '../activations/store-activations.ts';
import { findTokenOwners, findTrials } from '../trials/store-trials.ts';
import { noteTrialValidations, noteValidations } from './store-validations.ts';
import type { ActivationMethod, Trial } from '../tables.ts';
import { trialTokenClaims } from '../trials/trial-token.ts';
import type { Validation, Verdict } from './validate-license-token.ts';

/**
 * Decides about tokens of one account with one round of reads and one transaction, in their order. The new tokens are
 * signed while the transaction is on its way; one whose seat or license was taken away meanwhile is thrown away.
 */
export async function validateGroup(group: readonly Validation[]): Promise<Verdict[]> {
  const ctx = group[0]?.ctx;
  if (ctx === undefined) return [];
  const catalog = await loadCatalog(ctx);
  const presented = await readLicenseTokens(
    ctx,
    group.map(({ input }) => input),
  );
  const now = ctx.clock.now();
  const known: Known = {
    ...(await readRecords(ctx, presented)),
    catalog,
    now,
  };
  const candidates = group.map(({ input }, index) => assess(input.productId, presented[index], known));
  const claimsOf = await claimMaker(ctx, candidates, known);
  const sign = licenseTokenSigner(ctx);
  const verdicts = candidates.map((candidate, index): Verdict => {
    if ('refusal' in candidate) return candidate;
    const { account } = group[index]?.ctx ?? ctx;
    return { token: begun(sign(claimsOf(account, candidate))) };
  });
  const active = await writeDown(ctx, usagesOf(group, candidates), now);
  const lost = candidates.filter((seat) => 'record' in seat).filter(({ record }) => !active.has(record.id));
  if (lost.length === 0) return verdicts;
  const refusalFor = await refusalsOfLost(ctx, lost, now);
  return verdicts.map((verdict, index) => refusalFor(candidates[index]) ?? verdict);
}

/** Why seats that were good when they were read were not when they were written down. */
async function refusalsOfLost(
  ctx: Context,
  lost: readonly SeatCandidate[],
  now: Date,
): Promise<(candidate: Candidate | undefined) => Verdict | undefined> {
  const ids = lost.map(({ record }) => record.id);
  const records = await findActivationRecords(ctx.database.reader, ctx.account.id, [...new Set(ids)]);
  const recordById = new Map(records.map((record) => [record.id, record]));
  const refusalById = new Map(
    lost.map(({ record: { id, customerId } }) => {
      const record = recordById.get(id);
      if (record === undefined) return [id, notFound({ detail: 'The license is gone.' })];
      return [id, tokenRefusals[refusalOfActivation(record, now, customerId) ?? 'ActivationRevoked']()];
    }),
  );
  return (candidate) => {
    const refusal = candidate && 'record' in candidate ? refusalById.get(candidate.record.id) : undefined;
    return refusal && { refusal };
  };
}

/** Work whose failure is told to who waits for it, if anybody does. */
function begun<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}

interface Records {
  readonly activations: ReadonlyMap<string, ActivationRecord>;
  readonly trials: ReadonlyMap<string, Trial>;
}

interface Known extends Records {
  readonly catalog: Catalog;
  readonly now: Date;
}

interface SeatCandidate {
  readonly record: ActivationRecord;
  readonly product: Product;
}

interface TrialCandidate {
  readonly trial: Trial;
  readonly method: ActivationMethod;
  readonly ownerId: string;
  readonly product: Product;
}

type Candidate = SeatCandidate | TrialCandidate | { readonly refusal: Problem };

async function readRecords(ctx: Context, tokens: readonly (PresentedToken | undefined)[]): Promise<Records> {
  const { reader } = ctx.database;
  const idsOf = (isTrial: boolean): string[] => [
    ...new Set(tokens.flatMap((token) => (token?.isTrial === isTrial ? [token.id] : []))),
  ];
  const [seatIds, trialIds] = [idsOf(false), idsOf(true)];
  const [activations, trials] = await Promise.all([
    seatIds.length === 0 ? [] : findActivationRecords(reader, ctx.account.id, seatIds),
    trialIds.length === 0 ? [] : findTrials(reader, ctx.account.id, trialIds),
  ]);
  return {
    activations: new Map(activations.map((record) => [record.id, record])),
    trials: new Map(trials.map((trial) => [trial.id, trial])),
  };
}

function assess(productId: string, token: PresentedToken | undefined, known: Known): Candidate {
  if (token === undefined) {
    return { refusal: invalidLicenseToken({ detail: 'The license token is not valid.' }) };
  }
  const subject = token.isTrial ? known.trials.get(token.id) : known.activations.get(token.id);
  const product = known.catalog.product(productId);
  if (subject === undefined || product === undefined) {
    return { refusal: notFound({ detail: 'The license is gone.' }) };
  }
  if (subject.productId !== product.id) {
    return { refusal: invalidLicenseToken({ detail: 'The license token is of another product.' }) };
  }
  const refused =
    'licenseStatus' in subject
      ? refusalOfActivation(subject, known.now, token.ownerId)
      : refusalOfTrial(subject, known.now);
  if (refused !== undefined) return { refusal: tokenRefusals[refused]() };
  if (product.status === 'Inactive') {
    return { refusal: productInactive({ detail: `${product.name} is not available.` }) };
  }
  return 'licenseStatus' in subject
    ? { record: subject, product }
    : { trial: subject, method: token.method, ownerId: token.ownerId, product };
}

function refusalOfTrial(trial: Trial, now: Date): TokenRefusal | undefined {
  return hasPassed(trial.expiresAt, now) ? 'LicenseExpired' : undefined;
}

interface Told<Subject> {
  readonly subject: Subject;
  readonly usage: Usage;
}

interface Usages {
  readonly seats: ReadonlyMap<string, Told<ActivationRecord>>;
  readonly trials: ReadonlyMap<string, Told<Trial>>;
}

/** What is to be written: each device once, though its token may be in the group several times. */
function usagesOf(group: readonly Validation[], candidates: readonly Candidate[]): Usages {
  const seats = new Map<string, Told<ActivationRecord>>();
  const trials = new Map<string, Told<Trial>>();
  for (const [index, candidate] of candidates.entries()) {
    const usage = group[index]?.input.usage;
    if ('record' in candidate) {
      const { record } = candidate;
      seats.set(record.id, { subject: record, usage: { ...seats.get(record.id)?.usage, ...usage } });
    } else if ('trial' in candidate) {
      const { trial } = candidate;
      trials.set(trial.id, { subject: trial, usage: { ...trials.get(trial.id)?.usage, ...usage } });
    }
  }
  return { seats, trials };
}

/** Writes the validations down in one transaction; the ids of the activations that were active then. */
async function writeDown(ctx: Context, { seats, trials }: Usages, now: Date): Promise<ReadonlySet<string>> {
  if (seats.size === 0 && trials.size === 0) return new Set();
  return transaction(ctx, async (tx) => {
    const active =
      seats.size === 0 ? new Set<string>() : await noteValidations(tx, ctx.account.id, notesOf(seats), now);
    if (trials.size > 0) await noteTrialValidations(tx, ctx.account.id, notesOf(trials), now);
    const activations = [...seats.values()].filter(({ subject }) => active.has(subject.id)).map(seenOf);
    await countDevices(tx, { activations, trials: [...trials.values()].map(seenOf) }, now);
    return active;
  });
}

function notesOf(told: ReadonlyMap<string, Told<unknown>>) {
  return [...told].map(([id, { usage }]) => ({ id, usage }));
}

function seenOf({ subject, usage }: Told<ActivationRecord | Trial>) {
  const { id, productId, countedDay } = subject;
  return { id, productId, countedDay, ...toldBy(usage, subject) };
}

/** Reads, for the whole group at once, what claims say besides the records themselves. */
async function claimMaker(
  ctx: Context,
  candidates: readonly Candidate[],
  { catalog, now }: Known,
): Promise<(account: Account, candidate: SeatCandidate | TrialCandidate) => TokenClaims> {
  const owners = candidates.flatMap((candidate) => {
    if ('record' in candidate) return [candidate.record];
    if ('refusal' in candidate || candidate.ownerId === ANONYMOUS_ID) return [];
    return [{ customerId: candidate.ownerId, productId: candidate.product.id }];
  });
  const trialOwnerIds = candidates.flatMap((candidate) =>
    'trial' in candidate && candidate.ownerId !== ANONYMOUS_ID ? [candidate.ownerId] : [],
  );
  const licensed = candidates.flatMap((candidate) => ('record' in candidate ? [candidate.record] : []));
  const [subProducts, seats, trialOwners, rules] = await Promise.all([
    ownedSubProducts(ctx, catalog, owners),
    ownedSeats(ctx, licensed),
    findTokenOwners(ctx.database.reader, ctx.account.id, [...new Set(trialOwnerIds)]),
    licensingRules(ctx),
  ]);
  return (current, candidate) => {
    if ('record' in candidate) {
      const { product, record } = candidate;
      return activationClaims(current, product, record, { now, subProducts, seats, rules });
    }
    const { trial, method, ownerId, product } = candidate;
    const owner: TokenOwner | undefined = trialOwners.get(ownerId);
    return trialTokenClaims(current, product, trial, { now, method, owner, subProducts });
  };
}
