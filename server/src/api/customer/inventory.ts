import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import {
  type Activation,
  findLicense,
  holdingsOf,
  type License,
  listActivations,
  listOwnLicenses,
  releaseActivation,
  releaseNotAllowed,
  releaseTooSoon,
  upgradesOf,
} from '../../modules/licensing/index.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import {
  type PageCursor,
  pageOf,
  pageQuery,
  type PageRequest,
  readPage,
  toPage,
} from '../../platform/http/route/paging.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { signedIn } from '../guards/caller.ts';
import { guidOf } from '../wire/ids.ts';
import {
  ActivationAnswer,
  activationPresenter,
  inventoryPresenter,
  licensePresenter,
  LicenseSummary,
  OwnedProduct,
} from '../wire/inventory.ts';

import { UpgradeBody, upgradeAnswers } from '../wire/upgrade.ts';

const TAGS = ['Inventory'];
const PageQuery = Type.Object(pageQuery);
type PageParameters = Static<typeof PageQuery>;
const ProductPath = Type.Object({ productId: Type.String() });
const LicensePath = Type.Object({ licenseId: Type.String() });

/** The inventory of a customer (customer API, Inventory). */
export function registerInventory(app: App, system: System): void {
  registerProducts(app, system);
  registerLicenses(app, system);
  registerLicensesOfProduct(app, system);
  registerActivationsOfProduct(app, system);
  registerActivationsOfLicense(app, system);
  registerUpgradesOfLicense(app);
  registerRelease(app);
}

function registerProducts(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listOwnedProducts',
      summary: 'The products for which the customer has licenses or trials',
      description: 'Each with its seats, and with the files that the customer may download.',
      tags: TAGS,
      querystring: PageQuery,
      response: { 200: pageOf(OwnedProduct), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const { customer } = signedIn(request);
      const page = readPage(system, request, query);
      const filter = { customerId: customer.id, now: system.clock.now() };
      const holdings = await holdingsOf(context, filter);
      const presenter = await inventoryPresenter(context, customer.id, holdings);
      const rows = pageOfHoldings(holdings, page).flatMap((holding) => {
        const product = presenter.product(holding);
        return product === undefined ? [] : [{ holding, product }];
      });
      return toPage(system, request, page, rows, {
        cursor: ({ holding }) => ({ at: holding.since, id: holding.productId }),
        item: ({ product }) => product,
      });
    },
  });
}

/** There are at most as many as products of the account, so they are sorted here. */
function pageOfHoldings<Row extends { readonly since: Date; readonly productId: string }>(
  holdings: readonly Row[],
  { limit, after }: PageRequest,
): Row[] {
  const newestFirst = holdings.toSorted(
    (a, b) => b.since.getTime() - a.since.getTime() || (a.productId < b.productId ? 1 : -1),
  );
  const isAfter = ({ since, productId }: Row): boolean => {
    if (after === undefined) return true;
    const difference = since.getTime() - after.at.getTime();
    return difference < 0 || (difference === 0 && productId < after.id);
  };
  return newestFirst.filter(isAfter).slice(0, limit + 1);
}

function registerLicenses(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/licenses',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listOwnedLicenses',
      summary: 'The licenses of the customer, newest first',
      description: 'Licenses that were revoked or have expired are listed as `Revoked`.',
      tags: TAGS,
      querystring: PageQuery,
      response: { 200: pageOf(LicenseSummary), ...problems() },
    },
    handler: (request) => licensePage(system, request, request.query, {}),
  });
}

function registerLicensesOfProduct(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products/:productId/licenses',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listOwnedLicensesOfProduct',
      summary: 'The customer’s licenses for a product, newest first',
      description: 'Licenses that were revoked or have expired are listed as `Revoked`.',
      tags: TAGS,
      params: ProductPath,
      querystring: PageQuery,
      response: { 200: pageOf(LicenseSummary), ...problems() },
    },
    handler: async (request) => {
      await refuseUnknown(request);
      return licensePage(system, request, request.query, request.params);
    },
  });
}

function registerActivationsOfProduct(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products/:productId/licenses/activations',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listActivationsOfProduct',
      summary: 'The devices that hold or held a seat of a product, newest first',
      description:
        'For all of the customer’s licenses for the product. `canRelease` says whether the customer may free the seat.',
      tags: TAGS,
      params: ProductPath,
      querystring: PageQuery,
      response: { 200: pageOf(ActivationAnswer), ...problems() },
    },
    handler: async (request) => {
      await refuseUnknown(request);
      return activationPage(system, request, request.query, request.params);
    },
  });
}

function registerActivationsOfLicense(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/licenses/:licenseId/activations',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listActivationsOfLicense',
      summary: 'The devices that hold or held a seat of a license, newest first',
      description: '`canRelease` says whether the customer may free the seat.',
      tags: TAGS,
      params: LicensePath,
      querystring: PageQuery,
      response: { 200: pageOf(ActivationAnswer), ...problems() },
    },
    handler: async (request) => {
      const { id: licenseId, productId } = await ownLicense(request);
      return activationPage(system, request, request.query, { licenseId, productId });
    },
  });
}

function registerUpgradesOfLicense(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/licenses/:licenseId/upgrades',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listLicenseUpgrades',
      summary: 'The upgrades and renewals of a license that its owner can buy now',
      description:
        'A line of an order with this `licenseId` and `variationId` buys one. Empty: there is nothing to buy.',
      tags: TAGS,
      params: LicensePath,
      response: { 200: Type.Array(UpgradeBody), ...problems() },
    },
    handler: async (request) => {
      const { context } = request;
      const license = await ownLicense(request);
      const catalog = await loadCatalog(context);
      const offers = await upgradesOf(context, catalog, [license]);
      return upgradeAnswers(context, catalog, { customerId: license.customerId, offers });
    },
  });
}

/** The license of the path. Raises `NotFound` unless it is the caller's. */
async function ownLicense(request: FastifyRequest<{ Params: Static<typeof LicensePath> }>): Promise<License> {
  const license = await findLicense(request.context, guidOf(request.params.licenseId));
  if (license?.customerId !== signedIn(request).customer.id || license.awaitsEmailKey !== null)
    throw notFound({ detail: 'There is no such license.' });
  return license;
}

/**
 * Raises `NotFound` unless the catalogue has the product of the path; a product that is not owned has an empty page.
 */
async function refuseUnknown({
  context,
  params,
}: FastifyRequest<{ Params: Static<typeof ProductPath> }>): Promise<void> {
  if ((await loadCatalog(context)).product(params.productId) === undefined) {
    throw notFound({ detail: `There is no product ${params.productId}.` });
  }
}

/** A page of the caller's licenses, of one product or of all. */
async function licensePage(
  system: System,
  request: FastifyRequest,
  query: PageParameters,
  of: { readonly productId?: string },
) {
  const { context } = request;
  const { customer } = signedIn(request);
  const page = readPage(system, request, query);
  const filter = { ...page, customerId: customer.id, productId: of.productId };
  const rows = await listOwnLicenses(context, filter);
  const presenter = await licensePresenter(context, customer.id, rows);
  return toPage(system, request, page, rows, { cursor: byCreation, item: presenter.license });
}

/** A page of the caller's devices, of a product or of one license of it. */
async function activationPage(
  system: System,
  request: FastifyRequest,
  query: PageParameters,
  of: { readonly productId: string; readonly licenseId?: string },
) {
  const { context } = request;
  const { customer } = signedIn(request);
  const page = readPage(system, request, query);
  const filter = { ...page, customerId: customer.id, productId: of.productId, licenseId: of.licenseId };
  const rows = await listActivations(context, filter);
  const item = await activationPresenter(context, of.productId, rows);
  return toPage(system, request, page, rows, { cursor: byCreation, item });
}

function byCreation({ createdAt, id }: License | Activation): PageCursor {
  return { at: createdAt, id };
}

function registerRelease(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/inventory/licenses/:licenseId/activations/:activationId/revoke',
    config: { access: access.customer() },
    schema: {
      operationId: 'releaseActivation',
      summary: 'Free the seat of a device',
      description: 'Can be repeated safely. The device is refused at its next validation.',
      tags: TAGS,
      params: Type.Object({ licenseId: Type.String(), activationId: Type.String() }),
      response: {
        200: emptyAnswer('The seat is free, or was already.'),
        ...problems(releaseNotAllowed, releaseTooSoon),
      },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      await releaseActivation(context, signedIn(request).customer, {
        licenseId: guidOf(params.licenseId),
        activationId: guidOf(params.activationId),
      });
      return reply.send(undefined);
    },
  });
}
