import { isDeepStrictEqual } from 'node:util';
import { type Compilable, CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Reader } from './database.ts';

/** A placeholder, while a query is compiled, for a value that is passed when it runs. */
class Parameter {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** The properties that Kysely reads from any value to tell it from a part of a query. */
const ASKED_OF_VALUES = new Set<string | symbol>(['index', 'toOperationNode']);

/** A placeholder that throws on any attempt to inspect it. */
function standIn(index: number): Parameter {
  return new Proxy(new Parameter(index), {
    get(parameter, property) {
      if (ASKED_OF_VALUES.has(property)) return Reflect.get(parameter, property);
      throw looksAtParameter(String(property));
    },
  });
}

function looksAtParameter(what: string): TypeError {
  return new TypeError(`a query that is put together once looks at its parameters: ${what}`);
}

/** The maximum number of cached shapes of one query: pages of every size, with one filter or another. */
const MOST_SHAPES = 1_000;

/**
 * A query whose SQL is compiled once, not each time it runs: this pays for queries that run with nearly every request
 * (ADR 11).
 *
 * Texts, times, lists and `bigint` numbers in the input, at any depth, are its parameters, and `build` must not read
 * them: it throws when it reads anything in them, or when the SQL turns out to depend on one. Empty texts and lists,
 * other numbers, booleans, `null` and absent values are its shape: each shape has SQL of its own. `mostShapes` of them
 * are kept.
 */
export function compiledOnce<Input extends object, Row>(
  build: (db: Reader, input: Input) => Compilable<Row>,
  { mostShapes = MOST_SHAPES }: { readonly mostShapes?: number } = {},
): (db: Reader, input: Input) => Promise<Row[]> {
  const queries = new LRUCache<string, CompiledQuery<Row>>({ max: mostShapes });
  return async (db, input) => {
    const values: unknown[] = [];
    const shape = `${db.engine} ${shapeOf(input, values)}`;
    let query = queries.get(shape);
    if (query === undefined) {
      query = compile(build, db, input, values);
      queries.set(shape, query);
    }
    const parameters = withValues(query.parameters, values);
    const { rows } = await db
      .tables()
      .getExecutor()
      .executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

function compile<Input extends object, Row>(
  build: (db: Reader, input: Input) => Compilable<Row>,
  db: Reader,
  input: Input,
  values: readonly unknown[],
): CompiledQuery<Row> {
  const { sql, parameters } = build(db, withParameters(input, { count: 0 }) as Input).compile();
  const usual = build(db, input).compile();
  if (sql !== usual.sql || !isDeepStrictEqual(withValues(parameters, values), usual.parameters))
    throw looksAtParameter(usual.sql);
  return CompiledQuery.raw(sql, [...parameters]);
}

function withValues(parameters: readonly unknown[], values: readonly unknown[]): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Parameter ? values[parameter.index] : parameter,
  );
}

function isParameter(input: unknown): boolean {
  if (input instanceof Date || typeof input === 'bigint') return true;
  return (typeof input === 'string' || Array.isArray(input)) && input.length > 0;
}

/** Describes everything but the parameters, which it adds to `values` in the order of `withParameters`. */
function shapeOf(input: unknown, values: unknown[]): string {
  if (isParameter(input)) {
    values.push(input);
    return '?';
  }
  if (typeof input !== 'object' || input === null) return typeof input === 'string' ? "''" : String(input);
  if (Array.isArray(input)) return '[]';
  let shape = '';
  for (const [name, member] of Object.entries(input)) shape += `${name}:${shapeOf(member, values)},`;
  return `{${shape}}`;
}

function withParameters(input: unknown, counter: { count: number }): unknown {
  if (isParameter(input)) {
    counter.count += 1;
    return standIn(counter.count - 1);
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, member]) => [name, withParameters(member, counter)]),
  );
}
