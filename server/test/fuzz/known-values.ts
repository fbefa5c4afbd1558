import { randomUUID } from 'node:crypto';
import type { Chance } from './chance.ts';

/** Values that mean something to the server: those it was prepared with, and those its answers have told. */
export interface KnownValues {
  /** A value for a property or parameter of this name, when there is one. */
  find(chance: Chance, name: string): string | undefined;
  /** Remembers ids and tokens of an answer. */
  learn(answer: unknown): void;
  add(name: string, value: string): void;
}

const MOST_PER_NAME = 50;

/** Names that mean the same thing in different places. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ownerId: 'customerId',
  idOrEmail: 'customerId',
  token: 'refreshToken',
};

/** Members of answers that later requests can use, and the names under which they do. */
const LEARNT = new Map([
  ['productId', 'productId'],
  ['variationId', 'variationId'],
  ['licenseId', 'licenseId'],
  ['ownerId', 'customerId'],
  ['userId', 'customerId'],
  ['refreshToken', 'refreshToken'],
  ['accessToken', 'accessToken'],
  ['orderId', 'orderId'],
  ['sessionId', 'sessionId'],
  ['trialId', 'trialId'],
  ['id', 'id'],
]);

export function knownValues(): KnownValues {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    const known = values.get(name) ?? [];
    values.set(name, known);
    if (known.includes(value)) return;
    known.push(value);
    // The first are those the server was prepared with: they stay.
    if (known.length > MOST_PER_NAME) known.splice(MOST_PER_NAME / 2, 1);
  };
  const learn = (answer: unknown): void => {
    if (Array.isArray(answer)) return answer.slice(0, 5).forEach(learn);
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      const known = LEARNT.get(name);
      if (known !== undefined && typeof value === 'string') add(known, value);
      else learn(value);
    }
  };
  return {
    add,
    learn,
    find(chance, name) {
      if (name === 'orderId' && chance.oneIn(3)) return randomUUID();
      const found = chance.pickAny(values.get(SYNONYMS[name] ?? name) ?? []);
      return found ?? (name.endsWith('Id') ? chance.pickAny(values.get('id') ?? []) : undefined);
    },
  };
}
