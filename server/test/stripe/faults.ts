import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import process from 'node:process';

/**
 * The fault of a call. `UsedMethod`, `OtherMethod`: the method cannot be charged, which the text or the parameter says. `Forbidden`: the key may not do this now. `BadRequest`: it is refused. `OtherMode`: its object
 * is of the other mode. `Stall`: no response, until the client gives up; `StallAnswer`: it is done, and gets no
 * response, either. `RateLimit` and `ServerError`: nothing is done. `LateError`: it is done, and answered with a
 * failure of the provider. `DropAnswer`: it is done, and the connection breaks before the response.
 */
export type Fault =
  | 'Forbidden'
  | 'BadRequest'
  | 'UsedMethod'
  | 'OtherMethod'
  | 'OtherMode'
  | 'Stall'
  | 'StallAnswer'
  | 'RateLimit'
  | 'ServerError'
  | 'LateError'
  | 'DropAnswer';

interface Plan {
  readonly method: string;
  readonly path: RegExp;
  readonly fault: Fault;
  times: number;
}

/** One of this many calls gets no response, and so does one of the first. */
const CALLS_PER_SILENCE = 120;
export const FIRST_CALLS = 8;

/**
 * The seed of a test file: each file has its own, which in the short form is always the same. `LATCHKEY_TEST_SEED`
 * repeats one of the long form.
 */
export function seedOf(file: string, seed = process.env['LATCHKEY_TEST_SEED'] ?? ''): number {
  return createHash('sha256').update(`${seed} ${file}`).digest().readUInt32LE();
}

/**
 * One of the first calls and some of the later ones get no response, so that the client has to repeat them when its
 * time is up; half of these calls are done all the same. The next call is answered. The same seed gives the same
 * silences.
 */
export class Silence {
  #random: number;
  #isOver = false;
  #wasSilent = true;
  #calls = 0;
  #count = 0;
  readonly #first: number;

  constructor(seed: number) {
    this.#random = seed;
    this.#first = 2 + Math.floor(this.#draw() * (FIRST_CALLS - 1));
  }

  /** The number of calls that got no response. */
  get count(): number {
    return this.#count;
  }

  /** Every call is answered from now on; `why` says why a test needs that. */
  end(why: string): void {
    assert.match(why, /\w+ \w+ \w+/, 'a test that needs every answer says why');
    this.#isOver = true;
  }

  next(): Fault | undefined {
    this.#calls += 1;
    const isDrawn = this.#draw() < 1 / CALLS_PER_SILENCE || this.#calls === this.#first;
    const isSilent = !this.#isOver && !this.#wasSilent && isDrawn;
    this.#wasSilent = isSilent;
    if (!isSilent) return undefined;
    this.#count += 1;
    return this.#draw() < 0.5 ? 'Stall' : 'StallAnswer';
  }

  /** A number from 0 to 1. */
  #draw(): number {
    // Numerical Recipes' linear congruential generator; its upper bits are random enough.
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random / 2 ** 32;
  }
}

/** The faults that a test requests. */
export class Faults {
  readonly #plans: Plan[] = [];

  /** Of the next matching calls, as many as `times` fail. */
  add(method: string, path: RegExp, fault: Fault, times = 1): void {
    this.#plans.push({ method, path, fault, times });
  }

  clear(): void {
    this.#plans.length = 0;
  }

  next(method: string, path: string): Fault | undefined {
    const plan = this.#plans.find((one) => one.times > 0 && one.method === method && one.path.test(path));
    if (plan === undefined) return undefined;
    plan.times -= 1;
    return plan.fault;
  }
}
