import { setImmediate } from 'node:timers/promises';
import type { FieldIssues, ImportOutcome, KeyLedger } from '../../kernel/bulk-import.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { checkProperties, type CustomProperties } from '../../kernel/properties.ts';
import { type Static, type TSchema, Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type FileLedger, openFileLedger } from '../../platform/database/file-ledger.ts';
import { type FileSpool, openFileSpool } from '../../platform/database/file-spool.ts';
import { databaseFailure, failureReason } from '../../platform/database/errors.ts';
import { readInput } from '../../platform/shape-issues.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import {
  dryRunVariations,
  importVariations,
  prepareVariationImports,
  variationImportFields,
  variationImportOf,
} from '../catalog/index.ts';
import {
  customerImportFields,
  customerImportOf,
  importCustomers,
  prepareCustomerImports,
  dryRunCustomers,
  opensProvenAddress,
} from '../customers/index.ts';
import {
  importLicenses,
  importTrials,
  licenseImportFields,
  licenseImportOf,
  dryRunLicenses,
  dryRunTrials,
  trialImportFields,
  trialImportOf,
} from '../licensing/index.ts';
import {
  dryRunSubscriptions,
  importSubscriptions,
  prepareSubscriptionImports,
  subscriptionImportFields,
  subscriptionImportOf,
} from '../subscriptions/index.ts';
import {
  importVouchers,
  prepareVoucherImports,
  dryRunVouchers,
  voucherImportFields,
  voucherImportOf,
} from '../vouchers/index.ts';
import { proveImported } from './prove-imported.ts';
import type { SourceRecord } from './source-records.ts';

/** The result of one line of an import. */
export interface LineResult {
  readonly line: number;
  /** `failed`: the server could not store it; the log contains the reason. */
  readonly status: ImportOutcome['status'] | 'failed';
  /** The new or existing row; in a dry run, only if it would be `updated`. */
  readonly id?: string;
  readonly errors?: FieldIssues;
}

/** The options for importing a batch of entries. */
interface BatchOptions {
  /** Nothing is stored: the ledger contains the entries of a dry run. */
  readonly ledger?: KeyLedger | undefined;
  /** Refuses entries without a key of their own: the whole import must be safe to repeat. */
  readonly isRepeatable?: boolean | undefined;
  /**
   * True refuses customers with a password for a proven address, which need the scope `customers:email`. It is called
   * again for each of them: an import may take hours.
   */
  readonly lacksEmailScope?: (() => boolean) | undefined;
}

/** Imports entries of one kind. */
interface Importer {
  /** The schema of an entry. */
  readonly schema: TSchema;
  /**
   * Imports a batch in one transaction, and each entry alone where that fails. Rejects when the database is
   * unavailable.
   */
  importBatch(ctx: Context, batch: readonly SourceRecord[], options: BatchOptions): Promise<LineResult[]>;
}

const ownerFields = {
  ownerId: Type.Optional(
    Type.String({ pattern: GUID_PATTERN, errorMessage: 'must be a GUID', description: 'The customer.' }),
  ),
  ownerEmail: Type.Optional(
    Type.String({ maxLength: 320, description: 'The customer, instead of `ownerId`.' }),
  ),
  ownerExternalId: Type.Optional(
    Type.String({ maxLength: 200, description: 'Your own id of the customer, instead of `ownerId`.' }),
  ),
};

const properties = Type.Optional(
  // Any object here; the kernel checks it.
  Type.Unsafe<CustomProperties>({ type: 'object', description: 'Custom properties by name.' }),
);

/** The kinds of things that can be imported in bulk, each with its importer. */
export const IMPORTERS = {
  variations: importerOf({
    schema: Type.Object(variationImportFields, { title: 'VariationLine', additionalProperties: false }),
    inputOf: variationImportOf,
    prepare: prepareVariationImports,
    importAll: importVariations,
    dryRun: dryRunVariations,
  }),
  customers: importerOf({
    schema: Type.Object(
      {
        id: Type.Optional(
          Type.String({
            pattern: GUID_PATTERN,
            errorMessage: 'must be a GUID',
            description: 'The id in the license tokens of the other system (`u:id`); a new one when absent.',
          }),
        ),
        name: Type.Optional(Type.String({ maxLength: 200, description: 'Full name.' })),
        ...customerImportFields,
        passwordHash: Type.Optional(
          Type.String({
            maxLength: 500,
            description:
              'An Argon2id hash in PHC form, instead of a password: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Customers whose ' +
              'password has another hash come without one, and choose a new one with “Forgot your password?”.',
          }),
        ),
        properties,
      },
      { title: 'CustomerLine', additionalProperties: false },
    ),
    inputOf: customerImportOf,
    prepare: prepareCustomerImports,
    importAll: (tx, inputs) => importCustomers(tx, inputs, proveImported),
    dryRun: dryRunCustomers,
    needsEmailScope: opensProvenAddress,
  }),
  licenses: importerOf({
    schema: Type.Object(
      { ...ownerFields, ...licenseImportFields, properties },
      { title: 'LicenseLine', additionalProperties: false },
    ),
    inputOf: licenseImportOf,
    prepare: asDrafted,
    importAll: importLicenses,
    dryRun: dryRunLicenses,
    // Every other kind has a natural key: the address, the device, the code.
    hasOwnKey: ({ externalId }) => externalId !== undefined,
  }),
  trials: importerOf({
    schema: Type.Object(
      { ...ownerFields, ...trialImportFields, properties },
      { title: 'TrialLine', additionalProperties: false },
    ),
    inputOf: trialImportOf,
    prepare: asDrafted,
    importAll: importTrials,
    dryRun: dryRunTrials,
  }),
  subscriptions: importerOf({
    schema: Type.Object(
      { ...ownerFields, ...subscriptionImportFields },
      { title: 'SubscriptionLine', additionalProperties: false },
    ),
    inputOf: subscriptionImportOf,
    prepare: prepareSubscriptionImports,
    importAll: importSubscriptions,
    dryRun: dryRunSubscriptions,
  }),
  vouchers: importerOf({
    schema: Type.Object(
      { ...ownerFields, ...voucherImportFields },
      { title: 'VoucherLine', additionalProperties: false },
    ),
    inputOf: voucherImportOf,
    prepare: prepareVoucherImports,
    importAll: importVouchers,
    dryRun: dryRunVouchers,
  }),
} as const satisfies Record<string, Importer>;

export type ImportKind = keyof typeof IMPORTERS;

/** The number of an import's entries per outcome. */
export type ImportCounts = { readonly lines: number } & {
  readonly [Status in LineResult['status']]: number;
};

/** Counts results as they arrive. */
export function countResults() {
  const counts = { lines: 0, created: 0, updated: 0, exists: 0, invalid: 0, failed: 0 };
  return {
    add(results: readonly LineResult[]): void {
      counts.lines += results.length;
      for (const { status } of results) counts[status] += 1;
    },
    counts: (): ImportCounts => ({ ...counts }),
  };
}

/**
 * Imports entries batch by batch, and yields the results of a batch, in their order, when it is completely stored. It
 * reads the next batch only after the results of the previous one have been consumed, and stops when its reader stops.
 * An invalid entry does not prevent others from being imported. Rejects when the database is unavailable: everything
 * that was yielded until then is stored.
 */
export async function* importRecords(
  ctx: Context,
  kind: ImportKind,
  batches: AsyncIterable<readonly SourceRecord[]>,
  options: BatchOptions = {},
): AsyncGenerator<readonly LineResult[]> {
  const importer = IMPORTERS[kind];
  for await (const batch of batches) {
    yield await importer.importBatch(ctx, batch, options);
    // SQLite responds synchronously, so nothing above waits: this gives other requests a turn.
    await setImmediate();
  }
}

/** The rows that a dry run would have stored so far: its entries can refer to each other, and repeat. */
type DryRun = FileLedger;

/** Starts a dry run, of one kind or of several in a row; close it. */
export function openDryRun(): DryRun {
  return openFileLedger();
}

/** Results of any number of lines, as text, until somebody reads them; close it. */
export function openResults(): FileSpool {
  return openFileSpool();
}

/** An entry that can be stored, or the reason why it cannot. */
type Entry<Input> = { readonly input: Input } | { readonly errors: FieldIssues };

interface Steps<Schema extends TSchema, Draft, Input> {
  readonly schema: Schema;
  readonly inputOf: (body: Static<Schema>) => Draft;
  /** Slow work that belongs outside of the transaction, and the checks that a schema cannot express. */
  readonly prepare: (
    ctx: Context,
    drafts: readonly Draft[],
    mode: { readonly isDryRun: boolean },
  ) => Promise<readonly Entry<Input>[]>;
  /** Stores the entries; the outcomes are in their order. */
  readonly importAll: (tx: CommandTx, inputs: readonly Input[]) => Promise<readonly ImportOutcome[]>;
  readonly dryRun: (
    ctx: QueryContext,
    inputs: readonly Input[],
    ledger: KeyLedger,
  ) => Promise<readonly ImportOutcome[]>;
  readonly hasOwnKey?: (draft: Draft) => boolean;
  readonly needsEmailScope?: (draft: Draft) => boolean;
}

/** The steps of a kind whose draft is all that is stored. */
async function asDrafted<Input>(_ctx: Context, drafts: readonly Input[]): Promise<Entry<Input>[]> {
  return drafts.map((input) => ({ input }));
}

function importerOf<Schema extends TSchema, Draft, Input>(steps: Steps<Schema, Draft, Input>): Importer {
  return {
    schema: steps.schema,
    async importBatch(ctx, batch, options) {
      const results = new Map<number, LineResult>();
      const refuse = (line: number, errors: FieldIssues): void => {
        results.set(line, { line, status: 'invalid', errors });
      };
      const drafts: { readonly line: number; readonly draft: Draft }[] = [];
      for (const record of batch) {
        const read = readRecord(steps, record, options);
        if ('errors' in read) refuse(record.line, read.errors);
        else drafts.push({ line: record.line, draft: read.draft });
      }
      const entries = await steps.prepare(
        ctx,
        drafts.map(({ draft }) => draft),
        { isDryRun: options.ledger !== undefined },
      );
      const inputs: { readonly line: number; readonly input: Input }[] = [];
      for (const [index, { line }] of drafts.entries()) {
        const entry = entries[index];
        if (entry === undefined) continue;
        if ('errors' in entry) refuse(line, entry.errors);
        else inputs.push({ line, input: entry.input });
      }
      const outcomes = await outcomesOf(
        ctx,
        steps,
        inputs.map(({ input }) => input),
        options,
      );
      for (const [index, { line }] of inputs.entries())
        results.set(line, resultOf(line, outcomes[index] ?? FAILURE, options));
      return batch.flatMap(({ line }) => results.get(line) ?? []);
    },
  };
}

const NEEDS_EMAIL_SCOPE =
  'must not be true for a customer with a password: this API key lacks the scope customers:email';

function readRecord<Schema extends TSchema, Draft, Input>(
  { schema, inputOf, hasOwnKey, needsEmailScope }: Steps<Schema, Draft, Input>,
  record: SourceRecord,
  { isRepeatable = false, lacksEmailScope }: BatchOptions,
): { readonly draft: Draft } | { readonly errors: FieldIssues } {
  if ('errors' in record) return { errors: record.errors };
  const read = readInput(schema, record.value, 'line');
  const errors = { ...('errors' in read && read.errors), ...propertyIssues(record.value) };
  if ('errors' in read || Object.keys(errors).length > 0) return { errors };
  const draft = inputOf(read.value);
  if (isRepeatable && hasOwnKey?.(draft) === false)
    return { errors: { externalId: ['is required where the request has an Idempotency-Key'] } };
  if (needsEmailScope?.(draft) === true && lacksEmailScope?.() === true)
    return { errors: { emailConfirmed: [NEEDS_EMAIL_SCOPE] } };
  return { draft };
}

function propertyIssues(value: unknown): FieldIssues {
  if (typeof value !== 'object' || value === null || !('properties' in value)) return {};
  const issues = Object.entries(checkProperties(value.properties));
  return Object.fromEntries(
    issues.map(([path, messages]) => [path === '' ? 'properties' : `properties.${path}`, messages]),
  );
}

/** An entry that could not be stored. */
const FAILURE = { status: 'failed' } as const;

async function outcomesOf<Schema extends TSchema, Draft, Input>(
  ctx: Context,
  steps: Steps<Schema, Draft, Input>,
  inputs: readonly Input[],
  { ledger }: BatchOptions,
): Promise<readonly (ImportOutcome | typeof FAILURE)[]> {
  if (inputs.length === 0) return [];
  return ledger === undefined ? store(ctx, steps, inputs) : steps.dryRun(ctx, inputs, ledger);
}

/** Imports entries in one transaction, and each in its own where one of them fails. */
async function store<Schema extends TSchema, Draft, Input>(
  ctx: Context,
  { importAll }: Steps<Schema, Draft, Input>,
  inputs: readonly Input[],
): Promise<readonly (ImportOutcome | typeof FAILURE)[]> {
  const attempt = (part: readonly Input[]) => transaction(ctx, (tx) => importAll(tx, part));
  try {
    return await attempt(inputs);
  } catch (error) {
    refuseOutage(error);
    ctx.log.warn(logged(ctx, error), 'a batch of an import is stored line by line');
  }
  const outcomes: (ImportOutcome | typeof FAILURE)[] = [];
  for (const input of inputs) {
    try {
      outcomes.push(...(await attempt([input])));
    } catch (error) {
      refuseOutage(error);
      ctx.log.error(logged(ctx, error), 'a line of an import could not be stored');
      outcomes.push(FAILURE);
    }
  }
  return outcomes;
}

/** Only the reason: the details of a PostgreSQL error repeat personal data of the line. */
function logged({ requestId }: Context, error: unknown) {
  return { requestId, reason: failureReason(error) };
}

/** While the database is unavailable, no line fails because of its content. */
function refuseOutage(error: unknown): void {
  const failure = databaseFailure(error);
  if (failure === 'unavailable' || failure === 'retry') throw error;
}

function resultOf(
  line: number,
  outcome: ImportOutcome | typeof FAILURE,
  { ledger }: BatchOptions,
): LineResult {
  if (outcome.status === 'failed') return { line, status: 'failed' };
  if (outcome.status === 'invalid') return { line, status: 'invalid', errors: outcome.errors };
  const { status, id } = outcome;
  // A dry run has created no row, and an existing row may be one that it would have created.
  return ledger === undefined || status === 'updated' ? { line, status, id } : { line, status };
}
