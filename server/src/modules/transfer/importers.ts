import type { FieldIssues, ImportOutcome, KeyLedger } from '../../kernel/bulk-import.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { checkProperties, type CustomProperties } from '../../kernel/properties.ts';
import { type Static, type TSchema, Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { databaseFailure } from '../../platform/database/errors.ts';
import { readInput } from '../../platform/shape-issues.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import {
  importLicenses,
  importTrials,
  licenseImportFields,
  licenseImportOf,
  rehearseLicenses,
  rehearseTrials,
  trialImportFields,
  trialImportOf,
} from '../licensing/index.ts';
import type { SourceRecord } from './source-records.ts';

/** What became of one line of an import. */
export interface LineResult {
  readonly line: number;
  /** `failed`: the server could not store it, and the log says why. */
  readonly status: ImportOutcome['status'] | 'failed';
  /** The row that there is now; not in a rehearsal where it would be new. */
  readonly id?: string;
  readonly errors?: FieldIssues;
}

/** How a batch of entries is imported. */
export interface BatchOptions {
  /** Nothing is stored: the ledger has what would have been. */
  readonly ledger?: KeyLedger | undefined;
  /** Entries without a key of their own are refused: the whole import must be safe to repeat. */
  readonly isRepeatable?: boolean | undefined;
}

/** Imports entries of one kind. */
export interface Importer {
  /** What an entry may hold. */
  readonly schema: TSchema;
  /** Imports a batch in one transaction, and each entry alone where that fails. Rejects when the database is away. */
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
  // Whatever object it is here: the kernel checks it.
  Type.Unsafe<CustomProperties>({ type: 'object', description: 'Custom properties by name.' }),
);

/** The kinds of things that can be imported in bulk, each with its importer. */
export const IMPORTERS = {
  licenses: importerOf({
    schema: Type.Object(
      { ...ownerFields, ...licenseImportFields, properties },
      { title: 'LicenseLine', additionalProperties: false },
    ),
    inputOf: licenseImportOf,
    importAll: importLicenses,
    rehearse: rehearseLicenses,
    // Every other kind has a key in what it is: the address, the device, the code.
    hasOwnKey: ({ externalId }) => externalId !== undefined,
  }),
  trials: importerOf({
    schema: Type.Object(
      { ...ownerFields, ...trialImportFields, properties },
      { title: 'TrialLine', additionalProperties: false },
    ),
    inputOf: trialImportOf,
    importAll: importTrials,
    rehearse: rehearseTrials,
  }),
} as const satisfies Record<string, Importer>;

export type ImportKind = keyof typeof IMPORTERS;

interface Steps<Schema extends TSchema, Input> {
  readonly schema: Schema;
  readonly inputOf: (body: Static<Schema>) => Input;
  /** Stores the entries; the outcomes are in their order. */
  readonly importAll: (tx: CommandTx, inputs: readonly Input[]) => Promise<readonly ImportOutcome[]>;
  readonly rehearse: (
    ctx: QueryContext,
    inputs: readonly Input[],
    ledger: KeyLedger,
  ) => Promise<readonly ImportOutcome[]>;
  readonly hasOwnKey?: (input: Input) => boolean;
}

function importerOf<Schema extends TSchema, Input>(steps: Steps<Schema, Input>): Importer {
  return {
    schema: steps.schema,
    async importBatch(ctx, batch, options) {
      const results = new Map<number, LineResult>();
      const entries: { readonly line: number; readonly input: Input }[] = [];
      for (const record of batch) {
        const read = readRecord(steps, record, options);
        if ('errors' in read) results.set(record.line, { line: record.line, status: 'invalid', ...read });
        else entries.push({ line: record.line, input: read.input });
      }
      const inputs = entries.map(({ input }) => input);
      const outcomes =
        options.ledger === undefined
          ? await store(ctx, steps, inputs)
          : await steps.rehearse(ctx, inputs, options.ledger);
      for (const [index, { line }] of entries.entries())
        results.set(line, resultOf(line, outcomes[index] ?? FAILURE, options));
      return batch.flatMap(({ line }) => results.get(line) ?? []);
    },
  };
}

function readRecord<Schema extends TSchema, Input>(
  { schema, inputOf, hasOwnKey }: Steps<Schema, Input>,
  record: SourceRecord,
  { isRepeatable = false }: BatchOptions,
): { readonly input: Input } | { readonly errors: FieldIssues } {
  if ('errors' in record) return { errors: record.errors };
  const read = readInput(schema, record.value, 'line');
  const errors = { ...('errors' in read && read.errors), ...propertyIssues(record.value) };
  if ('errors' in read || Object.keys(errors).length > 0) return { errors };
  const input = inputOf(read.value);
  if (isRepeatable && hasOwnKey?.(input) === false)
    return { errors: { externalId: ['is required where the request has an Idempotency-Key'] } };
  return { input };
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

/** Imports entries in one transaction, and each in its own where one of them breaks it. */
async function store<Schema extends TSchema, Input>(
  ctx: Context,
  { importAll }: Steps<Schema, Input>,
  inputs: readonly Input[],
): Promise<readonly (ImportOutcome | typeof FAILURE)[]> {
  const attempt = (part: readonly Input[]) => transaction(ctx, (tx) => importAll(tx, part));
  if (inputs.length === 0) return [];
  try {
    return await attempt(inputs);
  } catch (error) {
    refuseOutage(error);
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'a batch of an import is stored line by line');
  }
  const outcomes: (ImportOutcome | typeof FAILURE)[] = [];
  for (const input of inputs) {
    try {
      outcomes.push(...(await attempt([input])));
    } catch (error) {
      refuseOutage(error);
      ctx.log.error({ err: error, requestId: ctx.requestId }, 'a line of an import could not be stored');
      outcomes.push(FAILURE);
    }
  }
  return outcomes;
}

/** While the database is away, no line fails because of what it is. */
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
  // A rehearsal has made no row, and what it would have made may be what exists.
  return ledger === undefined || status === 'updated' ? { line, status, id } : { line, status };
}
