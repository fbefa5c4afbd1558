import { isDeepStrictEqual } from 'node:util';
import { type Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

/** Stands, while a query is put together, for a value that is known when it runs. */
class Parameter {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Shapes of one query that are remembered: pages of every size, with one filter or another. */
const MOST_SHAPES = 1_000;

/**
 * A query whose SQL is put together once, not each time it runs: what runs with every request is worth it (ADR 0011).
 *
 * Texts, moments and lists of what is given, at any depth, are its parameters, and `build` must not look at them.
 * Numbers, truth values, `null` and what is absent are its shape: each shape has a SQL of its own. Throws where it shows,
 * as a shape is put together, that the SQL depends on a parameter.
 */
export function compiledOnce<Given extends object, Row>(
  build: (db: Reader, given: Given) => Compilable<Row>,
): (db: Reader, given: Given) => Promise<Row[]> {
  const known = new Map<string, CompiledQuery>();
  return async (db, given) => {
    const values: unknown[] = [];
    const shape = `${db.engine} ${shapeOf(given, values)}`;
    const query = known.get(shape) ?? compile(build, db, given, values);
    if (!known.has(shape)) {
      if (known.size >= MOST_SHAPES) known.clear();
      known.set(shape, query);
    }
    const parameters = withValues(query.parameters, values);
    const { rows } = await db
      .tables()
      .getExecutor()
      .executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

function compile<Given extends object>(
  build: (db: Reader, given: Given) => Compilable,
  db: Reader,
  given: Given,
  values: readonly unknown[],
): CompiledQuery {
  const { sql, parameters } = build(db, withParameters(given, { count: 0 }) as Given).compile();
  const usual = build(db, given).compile();
  if (sql !== usual.sql || !isDeepStrictEqual(withValues(parameters, values), usual.parameters))
    throw new TypeError(`a query that is put together once looks at its parameters: ${usual.sql}`);
  return CompiledQuery.raw(sql, [...parameters]);
}

function withValues(parameters: readonly unknown[], values: readonly unknown[]): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Parameter ? values[parameter.index] : parameter,
  );
}

function isParameter(given: unknown): boolean {
  return typeof given === 'string' || given instanceof Date || Array.isArray(given);
}

/** Describes everything but the parameters, which it adds to `values` in the order of `withParameters`. */
function shapeOf(given: unknown, values: unknown[]): string {
  if (isParameter(given)) {
    values.push(given);
    return '?';
  }
  if (typeof given !== 'object' || given === null) return String(given);
  let shape = '';
  for (const [name, member] of Object.entries(given)) shape += `${name}:${shapeOf(member, values)},`;
  return `{${shape}}`;
}

function withParameters(given: unknown, found: { count: number }): unknown {
  if (isParameter(given)) {
    found.count += 1;
    return new Parameter(found.count - 1);
  }
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, member]) => [name, withParameters(member, found)]),
  );
}
