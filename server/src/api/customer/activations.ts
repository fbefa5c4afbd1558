import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Customer } from '../../modules/customers/index.ts';
import {
  activationNotCovered,
  activationRequestCancelled,
  activationRequestExpired,
  activationRequestFulfilled,
  type ActivationView,
  approveAsLicense,
  approveAsTrial,
  cancelActivation,
  isActivationCompleted,
  noFreeActivations,
  offlineActivationNotAllowed,
  productInactive,
  productNotOwned,
  trialExpired,
  trialsNotAllowed,
  viewActivation,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { customerOf, signedIn } from '../guards/caller.ts';
import { Moment } from '../wire/moment.ts';
import { ProductBody } from '../wire/product.ts';
import { ReleaseAccessBody } from '../wire/release-access.ts';
import { storefrontItems } from '../wire/storefront-items.ts';
import { unauthorized } from '../../kernel/problem.ts';

const TAGS = ['Activations'];
const IdPath = Type.Object({ id: Type.String({ description: 'From the address of the page.' }) });

const ActivationAnswer = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['Requested', 'Fulfilled', 'Completed', 'Cancelled']),
    deviceName: Type.String({ description: 'The device to activate.' }),
    method: Type.Enum(['Online', 'Offline']),
    expiresAt: Moment,
    product: ProductBody,
    fulfillmentType: Type.Optional(Type.Enum(['License', 'Trial'])),
    trialEligibility: Type.Optional(
      Type.Object({
        eligible: Type.Boolean({ description: 'A trial can be started or continued.' }),
        existing: Type.Boolean({ description: 'The device has had a trial of the product.' }),
        requiresAccount: Type.Boolean(),
        requiresNewsletterOptIn: Type.Literal(false),
        numberOfDaysPerProduct: Type.Integer(),
        numberOfDaysRemaining: Type.Integer(),
      }),
    ),
    licenseEligibility: Type.Optional(
      Type.Object({
        eligible: Type.Boolean({ description: 'The customer has a seat for this device.' }),
        releaseAccess: Type.Optional(ReleaseAccessBody),
        upgradeUrl: Type.Optional(Type.String({ description: 'Where a license that covers it is sold.' })),
      }),
    ),
  },
  { title: 'ActivationRequest' },
);

/** Activation in a browser: the side of the person who approves (extended API, section A). */
export function registerActivations(app: App): void {
  registerView(app);
  registerLicense(app);
  registerTrial(app);
  registerCancel(app);
  registerCompleted(app);
}

function registerView(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/activations/:id',
    config: { access: access.optionalCustomer() },
    schema: {
      operationId: 'getActivationRequest',
      summary: 'The activation request, and the ways to approve it',
      description:
        'Says whether the signed-in customer has a free seat, and whether the device can have a trial.',
      tags: TAGS,
      params: IdPath,
      response: {
        200: ActivationAnswer,
        ...problems(
          activationRequestCancelled,
          activationRequestExpired,
          offlineActivationNotAllowed,
          productInactive,
        ),
      },
    },
    handler: (request) => showAfter(request, request.params.id, viewActivation),
  });
}

function registerLicense(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/activations/:id/license',
    config: { access: access.customer() },
    schema: {
      operationId: 'approveActivationAsLicense',
      summary: 'Approve with a seat of the customer’s licenses',
      description: 'The application gets the license token when it polls next.',
      tags: TAGS,
      params: IdPath,
      response: {
        200: ActivationAnswer,
        ...problems(
          activationRequestCancelled,
          activationRequestExpired,
          offlineActivationNotAllowed,
          productInactive,
          productNotOwned,
          activationRequestFulfilled,
          activationNotCovered,
          noFreeActivations,
        ),
      },
    },
    handler: (request) =>
      showAfter(request, request.params.id, (context, id) =>
        approveAsLicense(context, id, signedIn(request).customer),
      ),
  });
}

function registerTrial(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/activations/:id/trial',
    config: { access: access.optionalCustomer(), limit: ['trialsPerMinute', 'trialsPerDay'] },
    schema: {
      operationId: 'approveActivationAsTrial',
      summary: 'Approve with a trial',
      description: 'An application can do this itself, anonymously, with its polling id.',
      tags: TAGS,
      params: IdPath,
      response: {
        200: ActivationAnswer,
        ...problems(
          activationRequestCancelled,
          activationRequestExpired,
          offlineActivationNotAllowed,
          unauthorized,
          productInactive,
          trialsNotAllowed,
          activationRequestFulfilled,
          trialExpired,
        ),
      },
    },
    handler: async (request) => {
      return showAfter(request, request.params.id, approveAsTrial);
    },
  });
}

function registerCancel(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/activations/:id/cancel',
    config: { access: access.optionalCustomer() },
    schema: {
      operationId: 'cancelActivation',
      summary: 'Decline the activation',
      description: 'The application learns this when it polls next.',
      tags: TAGS,
      params: IdPath,
      response: {
        200: ActivationAnswer,
        ...problems(activationRequestCancelled, activationRequestExpired, activationRequestFulfilled),
      },
    },
    handler: (request) => showAfter(request, request.params.id, cancelActivation),
  });
}

function registerCompleted(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/activations/:id/completed',
    config: { access: access.public() },
    schema: {
      operationId: 'isActivationCompleted',
      summary: 'Whether the application has fetched its token',
      description: 'For a page that is waiting for the application.',
      tags: TAGS,
      params: IdPath,
      response: { 200: Type.Boolean(), ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const isCompleted = await isActivationCompleted(context, params.id);
      return reply.type('application/json; charset=utf-8').send(isCompleted);
    },
  });
}

/** The new state of a request in the caller's view. */
async function showAfter(
  request: FastifyRequest,
  id: string,
  act: (ctx: Context, id: string, customer: Customer | undefined) => Promise<ActivationView>,
): Promise<Static<typeof ActivationAnswer>> {
  const { context } = request;
  const customer = customerOf(request);
  const view = await act(context, id, customer);
  return answer(context, customer, id, view);
}

async function answer(
  ctx: Context,
  customer: Customer | undefined,
  id: string,
  { request, product, trial, license }: ActivationView,
): Promise<Static<typeof ActivationAnswer>> {
  const items = { products: [product.id], bundles: [] };
  const item = (await storefrontItems(ctx, items, customer?.id)).product(product.id);
  if (item === undefined) throw new Error(`there is no product ${product.id} to show`);
  return {
    id,
    status: request.status,
    deviceName: request.deviceName,
    method: request.method,
    expiresAt: request.expiresAt.toISOString(),
    product: item,
    ...(request.fulfillment !== null && { fulfillmentType: request.fulfillment }),
    ...(trial !== undefined && { trialEligibility: { ...trial, requiresNewsletterOptIn: false } }),
    ...(license !== undefined && { licenseEligibility: license }),
  };
}
