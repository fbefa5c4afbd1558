import { invalidInput } from '../../../kernel/problem.ts';
import { Type } from '../../../kernel/schema.ts';
import { readInput } from '../../../platform/shape-issues.ts';

/** Maps policies or products of Keygen to products, and sets the audience of their metadata. */
export interface KeygenMapping {
  /** Product ids by the id of the policy; they take precedence. */
  readonly policies?: Readonly<Record<string, string>>;
  /** Product ids by the id of Keygen's product. */
  readonly products?: Readonly<Record<string, string>>;
  /** The number of activations of a license without a machine limit in Keygen. */
  readonly unlimitedMachines?: number;
  readonly metadata?: { readonly public?: boolean; readonly includeInToken?: boolean };
}

const Ids = Type.Record(Type.String(), Type.String());

const MappingFile = Type.Object(
  {
    policies: Type.Optional(Ids),
    products: Type.Optional(Ids),
    unlimitedMachines: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    metadata: Type.Optional(
      Type.Object(
        { public: Type.Optional(Type.Boolean()), includeInToken: Type.Optional(Type.Boolean()) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The mapping of a file. Raises `InvalidInput` with every issue. */
export function readKeygenMapping(content: unknown): KeygenMapping {
  const read = readInput(MappingFile, content, 'mapping');
  if ('errors' in read) throw invalidInput({ detail: 'The mapping cannot be used:', errors: read.errors });
  return read.value;
}
