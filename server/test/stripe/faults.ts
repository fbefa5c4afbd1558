/**
 * The fault of a call. `Forbidden`: the key may not do this now. `BadRequest`: it is refused. `OtherMode`: its object
 * is of the other mode. `Stall`: no response, until the client gives up. `RateLimit` and `ServerError`: nothing is
 * done. `LateError`: it is done, and answered with a failure of the provider. `DropAnswer`: it is done, and the
 * connection breaks before the response.
 */
export type Fault =
  | 'Forbidden'
  | 'BadRequest'
  | 'OtherMode'
  | 'Stall'
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
