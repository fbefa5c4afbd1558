import { randomUUID } from 'node:crypto';
import type { Chance } from './chance.ts';

/** Values that mean something to the server: from its preparation, and from its responses. */
export interface ValuePool {
  /** A value for a property or parameter of this name, if there is one. */
  find(chance: Chance, name: string): string | undefined;
  /** Remembers ids and tokens of a response. */
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

/** Members of responses that later requests can use, and their names there. */
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

export function createValuePool(): ValuePool {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    const list = values.get(name) ?? [];
    values.set(name, list);
    if (list.includes(value)) return;
    list.push(value);
    // The first ones come from the server's preparation: they stay.
    if (list.length > MOST_PER_NAME) list.splice(MOST_PER_NAME / 2, 1);
  };
  const learn = (answer: unknown): void => {
    if (Array.isArray(answer)) return answer.slice(0, 5).forEach(learn);
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      const property = LEARNT.get(name);
      if (property !== undefined && typeof value === 'string') add(property, value);
      else learn(value);
    }
  };
  return {
    add,
    learn,
    find(chance, name) {
      if (name === 'orderId' && chance.oneIn(3)) return randomUUID();
      const value = chance.pickAny(values.get(SYNONYMS[name] ?? name) ?? []);
      return value ?? (name.endsWith('Id') ? chance.pickAny(values.get('id') ?? []) : undefined);
    },
  };
}
