import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidInput } from '../../../kernel/problem.ts';
import { Type, type Static } from '../../../kernel/schema.ts';
import { readInput } from '../../../platform/shape-issues.ts';

const Reference = Type.Object({ type: Type.String(), id: Type.String() });

/** A resource of Keygen's API (JSON:API). */
const Resource = Type.Object({
  type: Type.String(),
  id: Type.String(),
  attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  relationships: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        data: Type.Optional(Type.Union([Reference, Type.Null(), Type.Array(Reference)])),
      }),
    ),
  ),
});

export type KeygenResource = Static<typeof Resource>;

const Page = Type.Object({ data: Type.Union([Type.Array(Resource), Resource]) });

/**
 * The resources on the pages of Keygen's API saved in a folder, file by file in the order of names. Raises
 * `InvalidInput` with a file that is not such a page.
 */
export async function* readPages(folder: string): AsyncGenerator<KeygenResource> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw invalidInput({ detail: `There are no .json files in ${folder}.` });
  for (const name of names.toSorted()) {
    const read = readInput(Page, parsed(await readFile(join(folder, name), 'utf8'), name), 'page');
    if ('errors' in read)
      throw invalidInput({ detail: `${name} is not a page of Keygen's API:`, errors: read.errors });
    yield* [read.value.data].flat();
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidInput({ detail: `${name} is not JSON.` });
  }
}

/** The id of a related resource, by the first of these names that is present. */
export function relatedId({ relationships = {} }: KeygenResource, ...names: string[]): string | undefined {
  for (const name of names) {
    const [first] = [relationships[name]?.data ?? []].flat();
    if (first !== undefined) return first.id;
  }
  return undefined;
}

/** An attribute that is a text. */
export function textOf({ attributes = {} }: KeygenResource, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An attribute that is a number. */
export function numberOf({ attributes = {} }: KeygenResource, name: string): number | undefined {
  const value = attributes[name];
  return typeof value === 'number' ? value : undefined;
}
