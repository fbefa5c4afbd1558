import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { requestBytes } from '../load/http-client.ts';
import { runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import { productId } from '../seed.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, medianBy, ROUNDS } from './figure.ts';

const Licenses = Type.Object({
  items: Type.Array(Type.Object({ id: Type.String(), ownerId: Type.String() })),
});
const Customers = Type.Object({
  items: Type.Array(Type.Object({ name: Type.String(), email: Type.String() })),
});

/** Lists as a support desk filters them, beside the first page of the whole list. */
export const lists: Bench = async (arena) => {
  const target = await arena.start();
  try {
    const headers = { 'api-key': arena.seeded.apiKey };
    const measure = (paths: readonly string[]) =>
      runLoad({
        port: target.port,
        requests: paths.map((path) => requestBytes('GET', path, headers)),
        connections: CONNECTIONS,
        seconds: 1,
      });
    const figures = [];
    for (const [what, paths] of Object.entries(await filteredLists(target, headers))) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push({ whole: await measure(['/api/licenses']), filtered: await measure(paths) });
      const { whole, filtered } = medianBy(
        rounds,
        (round) => round.filtered.perSecond / round.whole.perSecond,
      );
      figures.push({
        what,
        perSecond: filtered.perSecond,
        measured: rateText(filtered),
        limit: `${(filtered.perSecond / whole.perSecond).toFixed(2)} of the whole list, ${perSecondText(whole.perSecond)}`,
      });
    }
    return figures;
  } finally {
    await target.stop();
  }
};

/** Paths of lists, by their content. */
async function filteredLists(
  target: Target,
  headers: Record<string, string>,
): Promise<Record<string, string[]>> {
  const read = async <Schema extends typeof Licenses | typeof Customers>(path: string, schema: Schema) => {
    const answer = await fetch(`${target.url}${path}`, { headers });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return Value.Parse(schema, await answer.json());
  };
  const { items: licenses } = await read('/api/licenses?pageSize=100', Licenses);
  const { items: customers } = await read('/api/customers?pageSize=100', Customers);
  return {
    'licenses of a customer': licenses.map(({ ownerId }) => `/api/licenses?ownerId=${ownerId}`),
    'licenses of an email address': customers.map(
      ({ email }) => `/api/licenses?email=${encodeURIComponent(email)}`,
    ),
    'active licenses of a product, 25': [`/api/licenses?status=Active&productFilter=${productId(0)}`],
    'revoked licenses, of which there are none': ['/api/licenses?status=Revoked'],
    'devices of a license': licenses.map(({ id }) => `/api/licenses/${id}/activations`),
    'customers found by name': customers.map(
      ({ name }) => `/api/customers?search=${encodeURIComponent(name)}`,
    ),
    'customers found by the beginning of an address': customers.map(
      ({ email }) => `/api/customers?search=${encodeURIComponent(email.slice(0, -6))}`,
    ),
  };
}
