import { randomUUID } from 'node:crypto';
import type { Chance } from './chance.ts';
import type { ValuePool } from './known-values.ts';
import { list, record, type Schema } from './operations.ts';

/** The tools for generating values. */
export interface Maker {
  readonly chance: Chance;
  readonly pool: ValuePool;
}

const SHORT_TEXTS = ['a', 'Ada', 'shop-1', '1.2.3', 'Zoë', '漢字', '👩‍🚀', ' padded ', 'EUR', 'DE'] as const;

/** Valid values where the document only says "string": words that the business rules require. */
const MEANINGFUL: Readonly<Record<string, readonly [string, ...string[]]>> = {
  currency: ['EUR', 'EUR', 'USD', 'JPY'],
  password: ['Violet-42-tram', 'Orange-77-boat', 'weak'],
  newPassword: ['Violet-42-tram', 'Orange-77-boat'],
  currentPassword: ['Violet-42-tram'],
  platform: ['Windows', 'Mac', 'Linux'],
  appVersion: ['1.2.3', '10.0.1'],
  country: ['DE', 'US'],
  returnUrl: ['https://shop.demo.test/thanks'],
};

/** A value that fits a schema, as far as the schema describes it; `name` is that of its property. */
export function validValue(maker: Maker, schema: Schema, name = ''): unknown {
  const { chance, pool } = maker;
  const choices = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  if (choices.length > 0) return validValue(maker, record(chance.pickAny(choices)), name);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return chance.pickAny(schema['enum']);
  if ('default' in schema && chance.oneIn(3)) return schema['default'];
  switch (schema['type']) {
    case 'object':
      return validObject(maker, schema);
    case 'array':
      return validArray(maker, schema, name);
    case 'integer':
    case 'number':
      return validNumber(chance, schema);
    case 'boolean':
      return chance.oneIn(2);
    case 'null':
      return null;
    case 'string':
      return validText(maker, schema, name);
    default:
      return chance.oneIn(2) ? pool.find(chance, name) : { [name]: chance.pick(SHORT_TEXTS) };
  }
}

function validObject(maker: Maker, schema: Schema): Schema {
  const required = new Set(list(schema['required']).map(String));
  const members = Object.entries(record(schema['properties']))
    .filter(([name]) => required.has(name) || maker.chance.oneIn(2))
    .map(([name, member]) => [name, validValue(maker, record(member), name)]);
  return belongingTogether(maker, Object.fromEntries(members));
}

/** A line item names a variation of its product; ids of products and their variations end the same way here. */
function belongingTogether({ chance }: Maker, object: Schema): Schema {
  const { productId, variationId } = object;
  const isLine = typeof productId === 'string' && typeof variationId === 'string';
  return isLine && !chance.oneIn(4) ? { ...object, variationId: `${productId}-once` } : object;
}

function validArray(maker: Maker, schema: Schema, name: string): unknown[] {
  const least = Number(schema['minItems'] ?? 0);
  const length = Math.min(Number(schema['maxItems'] ?? 100), least + maker.chance.below(3));
  return Array.from({ length }, () => validValue(maker, record(schema['items']), name));
}

function validNumber(chance: Chance, schema: Schema): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0);
  const most = Math.min(Number(schema['maximum'] ?? 1_000), least + 20);
  return least + chance.below(most - least + 1);
}

function validText(maker: Maker, schema: Schema, name: string): string {
  const { chance, pool } = maker;
  const value = pool.find(chance, name) ?? chance.pickAny(MEANINGFUL[name] ?? []);
  if (value !== undefined && !chance.oneIn(10)) return value;
  const { format, pattern } = schema;
  if (name === 'email' || format === 'email') return `${randomUUID()}@example.com`;
  if (format === 'date-time') return '2026-03-01T12:00:00.000Z';
  if (format === 'uuid' || String(pattern).includes('[0-9a-fA-F]{8}')) return randomUUID();
  if (format === 'uri') return 'https://example.com/';
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? 200);
  return chance.pick(SHORT_TEXTS).padEnd(least, 'x').slice(0, most);
}
