import type { KyselyPlugin } from 'kysely';
import type { PaymentProvider } from '../src/modules/payments/index.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { System } from '../src/platform/system.ts';

/** A process that dies at a step of its work: from then on, nothing that it does succeeds. */
export class MortalProcess {
  /** The steps that it has begun or ended. */
  steps = 0;
  #isDead = false;
  readonly #dieAt: number;
  readonly #countsStatements: boolean;

  /**
   * `dieAt` is the number of the step at which it dies, from 1. With `countsStatements`, every statement of a
   * transaction ends with a step, too.
   */
  constructor(dieAt: number, { countsStatements = false }: { readonly countsStatements?: boolean } = {}) {
    this.#dieAt = dieAt;
    this.#countsStatements = countsStatements;
  }

  get hasDied(): boolean {
    return this.#isDead;
  }

  /** The system as this process uses it: every transaction and every call of a provider begins and ends with a step. */
  systemOf<Services extends Pick<System, 'database' | 'payments'>>(system: Services): Services {
    const { database, payments } = system;
    const providers = payments.providers.map((provider) => this.#mortal(provider));
    const transaction: typeof database.transaction = (work) =>
      this.#around(() => database.transaction((tx) => work(this.#mortalTx(tx))));
    const mortalDatabase = new Proxy(database, {
      get: (target, name) => {
        if (name === 'transaction') return transaction;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...system, database: mortalDatabase, payments: { ...payments, providers } };
  }

  #mortalTx(tx: Tx): Tx {
    if (!this.#countsStatements) return tx;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        this.#step();
        return result;
      },
    };
    return { ...tx, tables: <Tables>() => tx.tables<Tables>().withPlugin(plugin) };
  }

  #mortal(provider: PaymentProvider): PaymentProvider {
    const { savedMethods } = provider;
    return {
      ...provider,
      start: (...input) => this.#around(() => provider.start(...input)),
      fetch: (...input) => this.#around(() => provider.fetch(...input)),
      cancel: (...input) => this.#around(() => provider.cancel(...input)),
      refund: (...input) => this.#around(() => provider.refund(...input)),
      fetchReversals: (...input) => this.#around(() => provider.fetchReversals(...input)),
      ...(savedMethods && {
        savedMethods: {
          ...savedMethods,
          charge: (...input) => this.#around(() => savedMethods.charge(...input)),
          findCharge: (...input) => this.#around(() => savedMethods.findCharge(...input)),
        },
      }),
    };
  }

  async #around<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#step();
    const result = await work();
    this.#step();
    return result;
  }

  #step(): void {
    this.steps += 1;
    if (this.steps >= this.#dieAt) this.#isDead = true;
    if (this.#isDead) throw new Error(`the process died at step ${this.#dieAt}`);
  }
}
