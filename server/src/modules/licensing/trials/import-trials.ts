import { type ImportOutcome, type KeyLedger, memoryLedger } from '../../../kernel/bulk-import.ts';
import { Moment, momentOf } from '../../../kernel/moment.ts';
import { invalidInput } from '../../../kernel/problem.ts';
import type { CustomProperties } from '../../../kernel/properties.ts';
import { type Static, type TObject, Type } from '../../../kernel/schema.ts';
import { readerOf } from '../../../platform/context/context.ts';
import type { AccountContext, CommandTx, QueryContext } from '../../accounts/index.ts';
import { findProducts, type ProductRow } from '../../catalog/index.ts';
import { findOwners, type OwnerFinder, type OwnerReference } from '../../customers/index.ts';
import { deviceFields } from '../device-fields.ts';
import { recordLicensingEvent } from '../events.ts';
import { trialExists } from '../problems.ts';
import type { Trial } from '../tables.ts';
import { findTrialIds, insertNewTrials, trialKey } from '../store/trials.ts';

/** A trial that was started elsewhere. Its owner is optional. */
export interface TrialImport extends OwnerReference {
  readonly productId: string;
  readonly deviceName: string;
  readonly deviceSignature: string;
  readonly expiresAt: Date;
  readonly lastValidation?: Date | undefined;
  readonly createdAt?: Date | undefined;
  /** Validated properties. */
  readonly properties?: CustomProperties | undefined;
}

/** The fields of a trial to import, in addition to its owner. */
export const trialImportFields = {
  productId: Type.String(),
  ...deviceFields,
  expiresAt: Moment,
  lastValidation: Type.Optional(Moment),
  createdAt: Type.Optional(Moment),
};

/** A trial to import as sent, without its owner. */
type TrialImportLine = Static<TObject<typeof trialImportFields>>;

/** The trial of a request body, with its moments parsed. */
export function trialImportOf(body: TrialImportLine & OwnerReference): TrialImport {
  return {
    ...body,
    expiresAt: momentOf(body.expiresAt),
    lastValidation: momentOf(body.lastValidation),
    createdAt: momentOf(body.createdAt),
  };
}

/** The outcome of a trial in an import, with the trial if it is new. */
type TrialOutcome = ImportOutcome & { readonly trial?: Trial | undefined };

/**
 * Imports a trial of another system, like `importTrials` (core API, Trials).
 *
 * Raises `InvalidInput` with every issue, and `TrialExists` whose `instance` is the id of the existing trial.
 */
export async function importTrial(tx: CommandTx, input: TrialImport): Promise<Trial> {
  const [outcome] = await importTrials(tx, [input]);
  if (outcome?.status === 'invalid') throw invalidInput({ errors: outcome.errors });
  if (outcome?.trial !== undefined) return outcome.trial;
  throw trialExists(outcome === undefined ? {} : { instance: outcome.id });
}

/**
 * Imports trials of another system, all in this transaction, so that they cannot be started again here. The product
 * need not offer trials itself. There is one trial per product and device: a second entry refers to the existing one.
 * Outcomes are in the order of the entries.
 */
export async function importTrials(tx: CommandTx, inputs: readonly TrialImport[]): Promise<TrialOutcome[]> {
  const plans = await plan(tx, inputs, memoryLedger(), true);
  const trials = plans.flatMap(({ trial }) => trial ?? []);
  const newIds = await insertNewTrials(tx, trials);
  const losers = trials.filter(({ id }) => !newIds.has(id));
  const winners = await findTrialIds(tx, tx.account.id, losers);
  const replaced = new Map(losers.map((trial) => [trial.id, winners.get(trialKey(trial)) ?? trial.id]));
  for (const trial of trials) if (newIds.has(trial.id)) recordImport(tx, trial);
  return plans.map(({ outcome, trial }) => {
    const id = 'id' in outcome ? replaced.get(outcome.id) : undefined;
    return id === undefined ? { ...outcome, trial } : { status: 'exists', id };
  });
}

/**
 * The outcome of `importTrials` as if the entries in the ledger had been stored; adds to the ledger. Writes nothing
 * else.
 */
export async function dryRunTrials(
  ctx: QueryContext,
  inputs: readonly TrialImport[],
  ledger: KeyLedger,
): Promise<ImportOutcome[]> {
  return (await plan(ctx, inputs, ledger, false)).map(({ outcome }) => outcome);
}

interface Plan {
  readonly outcome: ImportOutcome;
  /** The trial to store, if the outcome is that it is created. */
  readonly trial?: Trial;
}

async function plan(
  ctx: QueryContext,
  inputs: readonly TrialImport[],
  ledger: KeyLedger,
  locks: boolean,
): Promise<Plan[]> {
  const productIds = inputs.map(({ productId }) => productId);
  const importContext: ImportContext = {
    ctx,
    ledger,
    ids: await findTrialIds(readerOf(ctx), ctx.account.id, inputs),
    owners: await findOwners(ctx, inputs, { ledger, locks }),
    products: await findProducts(ctx, productIds),
  };
  return inputs.map((input) => planOne(input, importContext));
}

interface ImportContext {
  readonly ctx: AccountContext;
  readonly ledger: KeyLedger;
  /** Trials of the account by `trialKey`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly owners: OwnerFinder;
  readonly products: ReadonlyMap<string, ProductRow>;
}

function planOne(input: TrialImport, { ctx, ledger, ids, owners, products }: ImportContext): Plan {
  const key = trialKey(input);
  const existing = ids.get(key) ?? ledger.find(key);
  if (existing !== undefined) return { outcome: { status: 'exists', id: existing } };
  const { owner, errors } = owners(input);
  if (!products.has(input.productId)) errors['productId'] = ['is not a product of this account'];
  if (Object.keys(errors).length > 0) return { outcome: { status: 'invalid', errors } };
  const trial = newTrial(ctx, input, owner?.id ?? null);
  ledger.add(key, trial.id);
  return { outcome: { status: 'created', id: trial.id }, trial };
}

function newTrial(ctx: AccountContext, input: TrialImport, customerId: string | null): Trial {
  const createdAt = input.createdAt ?? ctx.clock.now();
  return {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    productId: input.productId,
    customerId,
    deviceName: input.deviceName,
    deviceSignature: input.deviceSignature,
    expiresAt: input.expiresAt,
    lastValidatedAt: input.lastValidation ?? createdAt,
    appVersion: null,
    platform: null,
    meta: null,
    countedDay: null,
    signingKid: null,
    properties: input.properties ?? {},
    convertedAt: null,
    // What ended before the import is no news.
    recordedExpiry: input.expiresAt <= ctx.clock.now() ? input.expiresAt : null,
    createdAt,
    resetAt: null,
    revision: 1,
  };
}

function recordImport(tx: CommandTx, trial: Trial): void {
  recordLicensingEvent(tx, {
    type: 'trial.imported',
    subjects: { trial: trial.id, product: trial.productId, customer: trial.customerId },
    data: { expiresAt: trial.expiresAt },
  });
}
