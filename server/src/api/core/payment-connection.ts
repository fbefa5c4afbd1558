import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import {
  connectionChanged,
  connectionStatus,
  connectProvider,
  disconnectProvider,
  notConnectable,
  notConnected,
  paymentsPending,
  providerAccountsMixed,
  providerModesMixed,
  providerRefused,
  wrongProviderKey,
} from '../../modules/payments/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { strict } from '../wire/catalog.ts';

const URL = '/api/settings/payment-connection';
const TAGS = ['Settings'];

const Provider = Type.String({
  maxLength: 30,
  description: 'The provider, by its name: `stripe`.',
});
const TaxMode = Type.Enum(['inclusive', 'exclusive', 'off']);

const switches = {
  formInPage: Type.Optional(
    Type.Boolean({
      description:
        'Whether the checkout page itself shows the form of the provider, not only a frame in the shop.',
    }),
  ),
  managedPayments: Type.Optional(Type.Boolean({ description: 'The provider is the merchant of record.' })),
  automaticTax: Type.Optional({
    ...TaxMode,
    description: 'Whether the provider calculates taxes, and whether prices include them.',
  }),
  taxCode: Type.Optional(
    Type.String({ maxLength: 100, description: 'The tax code of products that have none.' }),
  ),
};

const Check = Type.Object(
  {
    name: Type.String({ description: 'What was looked at, such as `key`, `webhook` or `currency`.' }),
    result: Type.Enum(['Fine', 'Note', 'Wrong'], {
      description: '`Wrong`: payments do not work as they should. `Note`: good to know.',
    }),
    text: Type.String({ description: 'A sentence for the vendor.' }),
  },
  { title: 'PaymentConnectionCheck' },
);

const ConnectionAnswer = Type.Object(
  {
    provider: Type.String(),
    isConnected: Type.Boolean(),
    mode: Type.Optional(
      Type.Enum(['Test', 'Live'], { description: 'Only `Live` moves money. Absent without a connection.' }),
    ),
    keyHint: Type.Optional(Type.String({ description: 'The last four characters of the key.' })),
    publishableKey: Type.Optional(Type.String({ description: 'For the form in the checkout page.' })),
    ...switches,
    webhook: Type.Optional(
      Type.Enum(['Registered', 'Own', 'None'], {
        description:
          'How the provider reports events: to an address registered here, to one of your own, or not at all.',
      }),
    ),
    checks: Type.Array(Check, { description: 'What works and what does not; empty without a connection.' }),
  },
  { title: 'PaymentConnection' },
);

const NewConnection = Type.Object(
  {
    provider: Provider,
    key: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The secret or restricted key of the vendor. No response shows it.',
    }),
    publishableKey: Type.Optional(
      Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
        description: 'For the form in the checkout page; null removes it.',
      }),
    ),
    ...switches,
    webhook: Type.Optional(
      Type.Boolean({
        description:
          'Whether the provider gets an address to report events to. Absent: as before, and at first it gets one.',
      }),
    ),
    webhookSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'The signing secret of an endpoint that you created or forward yourself.',
      }),
    ),
  },
  { ...strict, title: 'NewPaymentConnection' },
);

/** The account's connection with the provider that takes its payments (extended API, section B). */
export function registerPaymentConnection(app: App): void {
  registerGet(app);
  registerConnect(app);
  registerDisconnect(app);
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: URL,
    // Each asks the provider several times.
    config: { access: access.vendor('settings:read'), limit: 'paymentsPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'getPaymentConnection',
      summary: 'The connection with a payment provider, and what works and what does not',
      description: 'Asks the provider.',
      tags: TAGS,
      querystring: Type.Object({ provider: Provider }),
      response: { 200: ConnectionAnswer, ...problems(notConnectable) },
    },
    handler: ({ context, query }) => connectionAnswer(context, query.provider),
  });
}

function registerConnect(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.vendor('settings:payments'), isSensitive: true },
    schema: {
      operationId: 'connectPaymentProvider',
      summary: 'Take payments with a key of your own, or change the key or the switches',
      description:
        'Doing it again changes the key and the switches; a switch that is not sent stays as it is. An account has keys of one mode at a time: disconnect it before you change from test to live.',
      tags: TAGS,
      body: NewConnection,
      response: {
        200: ConnectionAnswer,
        ...problems(
          notConnectable,
          wrongProviderKey,
          providerModesMixed,
          providerAccountsMixed,
          paymentsPending,
          connectionChanged,
          providerRefused,
        ),
      },
    },
    handler: async ({ context, body }) => {
      const { provider, key, webhook, formInPage, managedPayments, ...input } = body;
      await connectProvider(context, provider, {
        ...input,
        key: key.trim(),
        hasWebhook: webhook,
        hasFormInPage: formInPage,
        isManaged: managedPayments,
      });
      return connectionAnswer(context, provider);
    },
  });
}

const Disconnection = Type.Object(
  {
    note: Type.Optional(
      Type.String({ description: 'Why the provider still reports events; absent if it does not.' }),
    ),
  },
  { title: 'PaymentDisconnection' },
);

function registerDisconnect(app: App): void {
  app.route({
    method: 'DELETE',
    url: URL,
    config: { access: access.vendor('settings:payments'), isSensitive: true },
    schema: {
      operationId: 'disconnectPaymentProvider',
      summary: 'Forget the keys: the account takes no payments from then on',
      tags: TAGS,
      querystring: Type.Object({
        provider: Provider,
        force: Type.Optional(
          Type.Boolean({
            description:
              'Also if payments are pending: they fail at their deadline, even if the buyer has paid.',
          }),
        ),
      }),
      response: { 200: Disconnection, ...problems(notConnectable, notConnected, paymentsPending) },
    },
    handler: async ({ context, query }) => {
      const failure = await disconnectProvider(context, query.provider, { isForced: query.force === true });
      return failure === null ? {} : { note: failure.message };
    },
  });
}

async function connectionAnswer(ctx: Context, provider: string): Promise<Static<typeof ConnectionAnswer>> {
  const status = await connectionStatus(ctx, provider);
  if (status === undefined) return { provider, isConnected: false, checks: [] };
  const { mode, settings, reports, checks } = status;
  const { keyHint, publishableKey, taxCode, formInPage, managedPayments, automaticTax } = settings;
  return {
    provider,
    isConnected: true,
    mode,
    ...(typeof keyHint === 'string' && { keyHint }),
    ...(typeof publishableKey === 'string' && { publishableKey }),
    ...(typeof taxCode === 'string' && { taxCode }),
    ...(typeof formInPage === 'boolean' && { formInPage }),
    ...(typeof managedPayments === 'boolean' && { managedPayments }),
    ...((automaticTax === 'inclusive' || automaticTax === 'exclusive') && { automaticTax }),
    webhook: reports,
    checks: [...checks],
  };
}
