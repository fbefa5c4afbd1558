import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import { type BenchCustomer, signUp } from '../sign-up.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, medianBy, ROUNDS } from './figure.ts';

/** Lists and peeks; writes have no target of their own yet. */
const AIMS = { sqlite: 5_000, postgres: 2_500 };
const CUSTOMERS = 200;
/** Passwords are hashed four at a time. */
const SIGN_UPS_AT_A_TIME = 4;
const DEVICES = 20_000;

interface Shop {
  readonly target: Target;
  readonly productId: string;
  readonly apiKey: string;
  readonly customers: readonly BenchCustomer[];
}

/** The other requests of applications and portals besides validation: trials, seats, polls, inventory, vouchers. */
export const licensing: Bench = async (arena) => {
  const target = await arena.start();
  try {
    const { productId, apiKey } = arena.seeded;
    const shop = { target, productId, apiKey, customers: await makeCustomers({ target, productId, apiKey }) };
    const kinds: [what: string, requests: Uint8Array[], isRead: boolean][] = [
      ['trial request, a new device each time', trials(shop), false],
      ['license request, a device that has its seat', seats(shop), false],
      ['license revoke, most of them for the second time', revokes(shop, arena.seeded.tokens), false],
      ['poll of an activation that nobody has approved', await polls(shop), true],
      ['inventory products of a customer', inventory(shop, 'products'), true],
      ['inventory licenses of a customer', inventory(shop, 'licenses'), true],
      [
        'inventory devices of a customer',
        inventory(shop, `products/${productId}/licenses/activations`),
        true,
      ],
      ['voucher peek', await peeks(shop), true],
    ];
    const figures: FigureOfBench[] = [];
    for (const [what, requests, isRead] of kinds) {
      const load = await runLoad({ port: target.port, requests, connections: CONNECTIONS, seconds: 2 });
      const aim = AIMS[arena.engine];
      const aimed = { aim: `≥ ${perSecondText(aim)}`, isReached: load.perSecond >= aim };
      figures.push({ what, measured: rateText(load), perSecond: load.perSecond, ...(isRead && aimed) });
    }
    figures.push(await limitsFigure(shop), await listOfSubProducts(shop));
    return figures;
  } finally {
    await target.stop();
  }
};

const LIMITS_AIM = 0.97;

/** Validations of licenses with limits and without any, in turn, so that other load on the machine affects both. */
async function limitsFigure(shop: Shop): Promise<FigureOfBench> {
  const plain = await validations(shop, 'bench-plain', {});
  const limited = await validations(shop, 'bench-limited', {
    upToMajor: 2,
    updatesUntil: '2090-01-01T00:00:00Z',
  });
  const load = { port: shop.target.port, connections: CONNECTIONS, seconds: 2 };
  const rounds: { readonly without: LoadResult; readonly with: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      without: await runLoad({ ...load, requests: plain }),
      with: await runLoad({ ...load, requests: limited }),
    });
  }
  const ratioOf = (each: (typeof rounds)[number]) => each.with.perSecond / each.without.perSecond;
  const median = medianBy(rounds, ratioOf);
  const ratio = ratioOf(median);
  return {
    what: 'license validate, licenses with limits',
    measured: rateText(median.with),
    perSecond: median.with.perSecond,
    limit: `${perSecondText(median.without.perSecond)} without limits: ${ratio.toFixed(2)}`,
    aim: `≥ ${LIMITS_AIM} of those without`,
    isReached: ratio >= LIMITS_AIM,
  };
}

/** A request of the device of each customer, whose license of a new product has these limits. */
async function validations(shop: Shop, productId: string, limits: object): Promise<Uint8Array[]> {
  await post(shop, '/api/products', { id: productId, name: productId });
  const path = `/api/client/licenses/${productId}`;
  const requests: Uint8Array[] = [];
  for (const { id: ownerId, accessToken } of shop.customers) {
    await post(shop, '/api/licenses/provision', { ownerId, requests: [{ productId, ...limits }] });
    const device = await fetch(`${shop.target.url}${path}/request`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, ...bearer(accessToken) },
      body: deviceBody(ownerId),
    });
    const headers = { 'content-type': 'text/plain' };
    requests.push(requestBytes('POST', `${path}/validate?appVersion=2.1.0`, headers, await device.text()));
  }
  return requests;
}

const SUB_PRODUCTS = 200;
const LIST_AIM_MS = 20;

/** The list of a product with many included add-ons, all for sale, for a device that has seats of half of them. */
async function listOfSubProducts(shop: Shop): Promise<FigureOfBench> {
  const [customer] = shop.customers;
  if (customer === undefined) throw new Error('there is no customer');
  const productId = 'bench-suite';
  await post(shop, '/api/products', { id: productId, name: 'Bench Suite' });
  const parts = Array.from({ length: SUB_PRODUCTS }, (_, index) => `${productId}.part-${index}`);
  for (const id of parts) {
    const variations = [{ name: 'Once', prices: { EUR: 19, USD: 21 } }];
    await post(shop, '/api/products', {
      id,
      name: id,
      includedInLicense: true,
      trialsAllowed: true,
      variations,
    });
  }
  const products = [productId, ...parts.slice(0, SUB_PRODUCTS / 2)];
  for (let first = 0; first < products.length; first += 100) {
    const requests = products.slice(first, first + 100).map((id) => ({ productId: id }));
    await post(shop, '/api/licenses/provision', { ownerId: customer.id, requests });
  }
  const path = `/api/client/licenses/${productId}`;
  const device = await fetch(`${shop.target.url}${path}/request`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...bearer(customer.accessToken) },
    body: deviceBody(customer.id),
  });
  const token = await device.text();
  const headers = { 'content-type': 'text/plain' };
  const requests = [requestBytes('POST', `${path}/sub-products`, headers, token)];
  // One at a time: how long an application waits.
  const load = await runLoad({ port: shop.target.port, requests, connections: 1, seconds: 4 });
  return {
    what: `list of ${SUB_PRODUCTS} sub-products, one request at a time`,
    measured: rateText(load),
    perSecond: load.perSecond,
    aim: `≤ ${LIST_AIM_MS} ms`,
    isReached: 1_000 / load.perSecond <= LIST_AIM_MS,
  };
}

async function post({ target, apiKey }: Shop, path: string, body: object): Promise<void> {
  const headers = { ...JSON_HEADERS, 'api-key': apiKey };
  const answer = await fetch(`${target.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function deviceBody(signature: string): string {
  return JSON.stringify({ deviceName: 'A bench device', deviceSignature: signature });
}

function trials({ productId }: Shop): Uint8Array[] {
  const path = `/api/client/trials/${productId}/request`;
  return Array.from({ length: DEVICES }, () =>
    requestBytes('POST', path, JSON_HEADERS, deviceBody(randomUUID())),
  );
}

function seats({ productId, customers }: Shop): Uint8Array[] {
  const path = `/api/client/licenses/${productId}/request`;
  return customers.map(({ accessToken, id }) =>
    requestBytes('POST', path, { ...JSON_HEADERS, ...bearer(accessToken) }, deviceBody(id)),
  );
}

function revokes({ productId }: Shop, tokens: readonly string[]): Uint8Array[] {
  const path = `/api/client/licenses/${productId}/revoke`;
  return tokens.map((token) => requestBytes('POST', path, { 'content-type': 'text/plain' }, token));
}

function inventory({ customers }: Shop, list: string): Uint8Array[] {
  return customers.map(({ accessToken }) =>
    requestBytes('GET', `/api/customer/inventory/${list}`, bearer(accessToken)),
  );
}

const ActivationAnswer = Type.Object({ id: Type.String() });

async function polls({ target, productId }: Shop): Promise<Uint8Array[]> {
  const requests: Uint8Array[] = [];
  for (let index = 0; index < CONNECTIONS; index += 1) {
    const url = `${target.url}/api/client/activations/${productId}/request`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: deviceBody(`poll-${index}`),
    });
    const { id } = Value.Parse(ActivationAnswer, await answer.json());
    requests.push(requestBytes('GET', `/api/client/activations/${id}`, {}));
  }
  return requests;
}

const Codes = Type.Object({ items: Type.Array(Type.Object({ code: Type.String() })) });

async function peeks({ target, productId, apiKey }: Shop): Promise<Uint8Array[]> {
  const headers = { ...JSON_HEADERS, 'api-key': apiKey };
  const body = JSON.stringify({
    name: 'Bench',
    quantity: 100,
    contents: [{ type: 'Product', id: productId, quantity: 1 }],
  });
  const response = await fetch(`${target.url}/api/vouchers/batches`, { method: 'POST', headers, body });
  const { id } = Value.Parse(ActivationAnswer, await response.json());
  const codesAnswer = await fetch(`${target.url}/api/vouchers/batches/${id}/codes?pageSize=100`, { headers });
  const { items } = Value.Parse(Codes, await codesAnswer.json());
  return items.map(({ code }) => requestBytes('GET', `/api/customer/vouchers?code=${code}`, {}));
}

/** Enough customers that requests of the same one seldom coincide. */
async function makeCustomers(shop: Omit<Shop, 'customers'>): Promise<BenchCustomer[]> {
  const customers: BenchCustomer[] = [];
  const lanes = Array.from({ length: SIGN_UPS_AT_A_TIME }, async () => {
    while (customers.length < CUSTOMERS) {
      const customer = await signUp(shop.target);
      await provision(shop, customer);
      customers.push(customer);
    }
  });
  await Promise.all(lanes);
  return customers;
}

async function provision(
  { target, productId, apiKey }: Omit<Shop, 'customers'>,
  customer: BenchCustomer,
): Promise<void> {
  const answer = await fetch(`${target.url}/api/licenses/provision`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, 'api-key': apiKey },
    body: JSON.stringify({ ownerId: customer.id, requests: [{ productId }] }),
  });
  if (!answer.ok) throw new Error(`provision answers ${answer.status}: ${await answer.text()}`);
}

function bearer(accessToken: string): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` };
}
