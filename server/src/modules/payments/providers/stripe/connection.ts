import type { Stripe } from 'stripe';
import { minorUnits, toDecimal } from '../../../../kernel/money.ts';
import { type Account, accountUrl, type Context } from '../../../accounts/index.ts';
import type { Credentials } from '../../connections/provider-connection.ts';
import { providerRefused } from '../../problems.ts';
import type {
  ConnectInput,
  ConnectionCheck,
  ProviderConnection,
} from '../../connections/provider-connection.ts';
import type { ProviderKey, ProviderMode, ProviderSettings } from '../../connections/provider-connection.ts';
import { isCharged, maximumMinor, stepMinor } from './amounts.ts';
import { API_VERSION, type Connection, connectionWith, STRIPE } from './client.ts';
import { EVENT_TYPES } from './events.ts';
import { StripeError } from './error.ts';
import { isChargeReference } from './read-intent.ts';
import { taxMode, withTaxMode } from './session-params.ts';

/** The read permissions that a restricted key needs, in addition to its write permissions. */
const READS: readonly {
  readonly name: string;
  readonly permission: string;
  readonly read: (stripe: Stripe) => Promise<unknown>;
}[] = [
  {
    name: 'key',
    permission: 'Checkout Sessions: write',
    read: (stripe) => stripe.checkout.sessions.list({ limit: 1 }),
  },
  {
    name: 'payments',
    permission: 'Payment Intents: write',
    read: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  },
  {
    name: 'refunds',
    permission: 'Charges and Refunds: write',
    read: (stripe) => stripe.refunds.list({ limit: 1 }),
  },
  { name: 'events', permission: 'Events: read', read: (stripe) => stripe.events.list({ limit: 1 }) },
  { name: 'disputes', permission: 'Disputes: read', read: (stripe) => stripe.disputes.list({ limit: 1 }) },
  {
    name: 'warnings',
    permission: 'Radar: read',
    read: (stripe) => stripe.radar.earlyFraudWarnings.list({ limit: 1 }),
  },
];

/** Needed where Stripe calculates taxes, from the buyer's details. */
const READ_CUSTOMERS: (typeof READS)[number] = {
  name: 'customers',
  permission: 'Customers: write',
  read: (stripe) => stripe.customers.list({ limit: 1 }),
};

/** Connects accounts with a secret or restricted key. */
export const stripeConnection: ProviderConnection = {
  modeOf,
  async identify(ctx, key) {
    const { call } = await connectionWithKey(ctx, key);
    try {
      return (await call((stripe) => stripe.accounts.retrieveCurrent())).id;
    } catch (error) {
      if (error instanceof StripeError && error.status === 403) return null;
      throw vendorProblem(error, 'Checkout Sessions: write');
    }
  },
  async reaches(ctx, key, reference) {
    const { call } = await connectionWithKey(ctx, key);
    try {
      await call(async (stripe) => {
        if (isChargeReference(reference)) await stripe.paymentIntents.retrieve(reference);
        else await stripe.checkout.sessions.retrieve(reference);
      });
      return true;
    } catch (error) {
      if (error instanceof StripeError && error.status === 404) return false;
      throw vendorProblem(error, 'Checkout Sessions: write');
    }
  },
  async connect(ctx, input, before) {
    const settings = settingsOf(input, before?.settings ?? {});
    refuseOwnTaxes(ctx.account, settings);
    if (registers(input, before)) refuseUnreachable(ctx, webhookUrl(ctx));
    const secrets = { key: input.key };
    const connection = await connectionWith(ctx, { mode: input.mode, secrets, settings });
    await refuseUselessKey(connection);
    const webhook = await webhookOf(ctx, { connection, input, before });
    return {
      mode: input.mode,
      secrets: { ...secrets, ...webhook.secrets },
      settings: { ...settings, ...webhook.settings },
    };
  },
  refuseContradiction: refuseOwnTaxes,
  async check(ctx, credentials) {
    const connection = await connectionWith(ctx, credentials);
    const isTaxed = taxMode(withTaxMode(ctx.account, credentials.settings)) !== undefined;
    const reads = isTaxed ? [...READS, READ_CUSTOMERS] : READS;
    const keyChecks = await Promise.all(reads.map((one) => checkRead(connection, one)));
    return [
      modeCheck(credentials.mode),
      ...keyChecks,
      await checkWebhook(ctx, connection),
      ...currencyChecks(ctx),
      taxCheck(ctx, credentials.settings),
    ];
  },
  reportsOf({ settings, secrets }) {
    if (typeof settings['webhookEndpointId'] === 'string') return 'Registered';
    return secrets['webhookSecret'] === undefined ? 'None' : 'Own';
  },
  async tidy(ctx, credentials, before) {
    const { webhookEndpointId: id } = credentials.settings;
    const idBefore = before?.settings['webhookEndpointId'];
    const { call } = await connectionWith(ctx, credentials);
    const endpoints = await listEndpoints(call);
    // One of the vendor's own may have the same address: only a registered one takes its place.
    const others = endpoints.filter(
      (each) => each.id !== id && (each.id === idBefore || (id !== null && each.url === webhookUrl(ctx))),
    );
    for (const other of others) await call((stripe) => stripe.webhookEndpoints.del(other.id));
  },
  async abandon(ctx, credentials, before) {
    const { webhookEndpointId: id } = credentials.settings;
    if (typeof id !== 'string' || id === before?.settings['webhookEndpointId']) return;
    const { call } = await connectionWith(ctx, credentials);
    await call((stripe) => stripe.webhookEndpoints.del(id));
  },
  async disconnect(ctx, credentials) {
    const { webhookEndpointId } = credentials.settings;
    if (typeof webhookEndpointId !== 'string') return;
    const { call } = await connectionWith(ctx, credentials);
    await call((stripe) => stripe.webhookEndpoints.del(webhookEndpointId));
  },
};

function connectionWithKey(ctx: Context, { key, mode }: ProviderKey): Promise<Connection> {
  return connectionWith(ctx, { mode, secrets: { key }, settings: {} });
}

function modeOf(key: string): ProviderMode | undefined {
  const [, mode] = /^[sr]k_(test|live)_\w{8,}$/.exec(key) ?? [];
  if (mode === undefined) return undefined;
  return mode === 'live' ? 'Live' : 'Test';
}

function settingsOf(input: ConnectInput, before: ProviderSettings): ProviderSettings {
  const { isManaged, automaticTax, taxCode, publishableKey, hasFormInPage } = input;
  const settings: ProviderSettings = {
    ...before,
    keyHint: input.key.slice(-4),
    ...(isManaged !== undefined && { managedPayments: isManaged }),
    ...(automaticTax !== undefined && { automaticTax: automaticTax === 'off' ? null : automaticTax }),
    ...(taxCode !== undefined && { taxCode }),
    ...(publishableKey !== undefined && { publishableKey }),
    ...(hasFormInPage !== undefined && { formInPage: hasFormInPage }),
  };
  if (settings['managedPayments'] === true && typeof settings['automaticTax'] === 'string')
    throw providerRefused({
      detail: 'With managed payments, Stripe calculates the taxes anyway: switch automatic tax off.',
    });
  if (settings['formInPage'] === true && typeof settings['publishableKey'] !== 'string')
    throw providerRefused({ detail: 'The form in the checkout page needs a publishable key.' });
  const isOther =
    typeof publishableKey === 'string' && !publishableKey.startsWith(`pk_${input.mode.toLowerCase()}_`);
  if (isOther)
    throw providerRefused({ detail: 'The publishable key is not of the same mode as the secret key.' });
  return settings;
}

function refuseOwnTaxes({ settings: { tax } }: Account, settings: ProviderSettings): void {
  if (settings['managedPayments'] !== true || tax.mode !== 'own') return;
  throw providerRefused({
    detail: 'With managed payments, Stripe calculates the taxes: set the setting tax.mode to provider first.',
  });
}

async function refuseUselessKey({ call }: Connection): Promise<void> {
  try {
    await call((stripe) => stripe.checkout.sessions.list({ limit: 1 }));
  } catch (error) {
    throw vendorProblem(error, 'Checkout Sessions: write');
  }
}

interface WebhookInput {
  readonly connection: Connection;
  readonly input: ConnectInput;
  readonly before: Credentials | undefined;
}

interface Webhook {
  readonly secrets: Readonly<Record<string, string>>;
  readonly settings: ProviderSettings;
}

/** Whether the provider gets an address to report to: where nothing is said, as before, and at first it does. */
function registers(
  { hasWebhook, webhookSecret }: Pick<ConnectInput, 'hasWebhook' | 'webhookSecret'>,
  before: Credentials | undefined,
): boolean {
  if (webhookSecret !== undefined) return false;
  return hasWebhook ?? (before === undefined || typeof before.settings['webhookEndpointId'] === 'string');
}

function listEndpoints(call: Connection['call']): Promise<Stripe.WebhookEndpoint[]> {
  return call((stripe) => stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 100 }));
}

/** The address for events: the vendor's own, none, the one of an earlier connection, or a new one. */
async function webhookOf(ctx: Context, { connection, input, before }: WebhookInput): Promise<Webhook> {
  const {
    hasWebhook,
    webhookSecret = hasWebhook === undefined ? before?.secrets['webhookSecret'] : undefined,
  } = input;
  if (!registers(input, before)) {
    const secrets = webhookSecret === undefined ? {} : { webhookSecret };
    return { secrets, settings: { webhookEndpointId: null } };
  }
  const url = webhookUrl(ctx);
  try {
    const endpoints = await listEndpoints(connection.call);
    const secret = before?.secrets['webhookSecret'];
    const own = endpoints.find(({ id }) => id === before?.settings['webhookEndpointId']);
    if (own !== undefined && secret !== undefined && faultsOf(own, url).length === 0)
      return { secrets: { webhookSecret: secret }, settings: { webhookEndpointId: own.id } };
    // The provider shows the secret of an endpoint only once, so an unsuitable one is replaced: see `tidy`.
    return await createWebhook(ctx, connection, url);
  } catch (error) {
    throw vendorProblem(error, 'Webhook Endpoints: write');
  }
}

async function createWebhook({ account, ids }: Context, { call }: Connection, url: string): Promise<Webhook> {
  const endpoint = await call((stripe) =>
    stripe.webhookEndpoints.create(
      {
        url,
        api_version: API_VERSION,
        enabled_events: EVENT_TYPES,
        description: `Latchkey, account ${account.id}`,
        metadata: { latchkey_account: account.id },
      },
      { idempotencyKey: `webhook-${account.id}-${ids.guid()}` },
    ),
  );
  if (endpoint.secret === undefined) throw new StripeError('Unavailable', 'Stripe told no signing secret');
  return { secrets: { webhookSecret: endpoint.secret }, settings: { webhookEndpointId: endpoint.id } };
}

/** The address of the account to which the provider reports. */
function webhookUrl({ config, account }: Pick<Context, 'config' | 'account'>): string {
  return `${accountUrl(config, account)}/api/hooks/payments/${STRIPE}`;
}

function refuseUnreachable({ config }: Context, url: string): void {
  // The development stand-in is on this machine.
  if (new URL(url).protocol === 'https:' || config.stripeApi !== undefined) return;
  throw providerRefused({
    detail:
      `Stripe reports to https addresses only, and this account's is ${url}. Set LATCHKEY_PUBLIC_URL, or forward the events ` +
      `("stripe listen --forward-to ${url}") and pass the secret that it prints (--webhook-secret), or connect without ` +
      'events (--no-webhook): payments are then settled when the buyer returns, or some minutes later.',
  });
}

function faultsOf(endpoint: Stripe.WebhookEndpoint, url: string): string[] {
  const events = endpoint.enabled_events;
  const missing = events.includes('*') ? [] : EVENT_TYPES.filter((type) => !events.includes(type));
  return [
    ...(endpoint.status === 'enabled' ? [] : ['it is disabled']),
    ...(endpoint.url === url ? [] : [`it reports to ${endpoint.url}, not to ${url}`]),
    ...(endpoint.api_version === API_VERSION
      ? []
      : [`its version is ${endpoint.api_version ?? 'that of the account'}, not ${API_VERSION}`]),
    ...(missing.length === 0 ? [] : [`it does not report ${missing.join(', ')}`]),
  ];
}

async function checkWebhook(ctx: Context, { credentials, call }: Connection): Promise<ConnectionCheck> {
  const name = 'webhook';
  const { webhookEndpointId } = credentials.settings;
  if (typeof webhookEndpointId !== 'string')
    return credentials.secrets['webhookSecret'] === undefined
      ? { name, result: 'Note', text: 'Stripe reports no events: payments are settled by asking for them.' }
      : {
          name,
          result: 'Note',
          text: 'Events come by an endpoint of your own, which cannot be checked here.',
        };
  try {
    const faults = faultsOf(
      await call((stripe) => stripe.webhookEndpoints.retrieve(webhookEndpointId)),
      webhookUrl(ctx),
    );
    if (faults.length === 0)
      return { name, result: 'Fine', text: `Stripe reports to ${webhookUrl(ctx)}, version ${API_VERSION}.` };
    return { name, result: 'Wrong', text: `Connect again to repair the endpoint: ${faults.join('; ')}.` };
  } catch (error) {
    return { name, result: 'Wrong', text: sentenceOf(error, 'Webhook Endpoints: read') };
  }
}

async function checkRead(
  { call }: Connection,
  { name, permission, read }: (typeof READS)[number],
): Promise<ConnectionCheck> {
  try {
    await call(read);
    return { name, result: 'Fine', text: `The key may do what "${permission}" allows.` };
  } catch (error) {
    return { name, result: 'Wrong', text: sentenceOf(error, permission) };
  }
}

function modeCheck(mode: ProviderMode): ConnectionCheck {
  return mode === 'Live'
    ? { name: 'mode', result: 'Fine', text: 'Live: money moves.' }
    : { name: 'mode', result: 'Note', text: 'Test: no money moves, and test cards buy real licenses.' };
}

function currencyChecks({ account }: Context): ConnectionCheck[] {
  return account.settings.currencies.map((currency) =>
    isCharged(currency)
      ? { name: 'currency', result: 'Fine', text: `${currency} can be charged${limitsOf(currency)}.` }
      : { name: 'currency', result: 'Wrong', text: `Stripe takes no payments in ${currency}.` },
  );
}

/** The amounts of a currency in which not everything can be charged. */
function limitsOf(currency: string): string {
  const digits = new Intl.NumberFormat('en', { minimumFractionDigits: minorUnits(currency) });
  const money = (amountMinor = 0) => digits.format(toDecimal(amountMinor, currency));
  const step = stepMinor(currency);
  const inSteps = step === 1 ? '' : ` in steps of ${money(step)}, to which prices and totals are rounded`;
  return `${inSteps}, up to ${money(maximumMinor(currency))}`;
}

function taxCheck({ account }: Context, settings: ProviderSettings): ConnectionCheck {
  const { mode } = account.settings.tax;
  const isManaged = settings['managedPayments'] === true;
  const switches = isManaged ? 'managed payments' : 'automatic tax';
  const hasSwitch = isManaged || typeof settings['automaticTax'] === 'string';
  if (hasSwitch && mode !== 'provider')
    return {
      name: 'taxes',
      result: 'Wrong',
      text: `The account has ${switches}, but its setting tax.mode is ${mode}: set it to provider.`,
    };
  return {
    name: 'taxes',
    result: 'Fine',
    text: mode === 'provider' ? 'Stripe works them out.' : 'Stripe works out none.',
  };
}

function vendorProblem(error: unknown, permission: string): Error {
  return error instanceof StripeError
    ? providerRefused({ detail: sentenceOf(error, permission) })
    : Error(String(error));
}

function sentenceOf(error: unknown, permission: string): string {
  if (!(error instanceof StripeError)) throw error;
  if (error.kind === 'Unavailable') return `Stripe does not respond. ${error.message}`;
  if (error.status === 401) return `Stripe does not accept this key. ${error.message}`;
  if (error.kind !== 'Forbidden') return `Stripe refuses the request. ${error.message}`;
  return `The key may not do what is needed: give it the permission "${permission}". ${error.message}`;
}
