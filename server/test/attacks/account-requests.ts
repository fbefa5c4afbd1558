import assert from 'node:assert/strict';
import type { InjectOptions, RouteOptions } from 'fastify';
import { type AccountThings, PNG, SLUGS, WAV } from './account-things.ts';

/** A request of a route that names resources of an account in its path, without credentials. */
export interface NamedRequest {
  /** `GET /api/products/:id` */
  readonly name: string;
  readonly access: string;
  readonly options: InjectOptions & { readonly url: string; readonly headers: Record<string, string> };
}

/** A valid request for every route with parameters in its path; a route without one fails the test. */
export function requestsOf(routes: readonly RouteOptions[], things: AccountThings): NamedRequest[] {
  return routes
    .filter(({ url, config }) => url.includes(':') && config?.isOffAccount !== true)
    .flatMap(({ method, url, config }) =>
      [method].flat().flatMap((verb) => {
        if (verb === 'HEAD') return [];
        const name = `${verb} ${url}`;
        const content = contentOf(name, things);
        const options = { method: methodOf(verb), url: pathOf(name, url, things), ...content };
        return [{ name, access: config?.access?.kind ?? '', options }];
      }),
    );
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
function methodOf(verb: string): (typeof METHODS)[number] {
  return METHODS.find((method) => method === verb) ?? assert.fail(`no method ${verb}`);
}

/** The value of each parameter, by the segment before it. */
function valuesOf({ ids }: AccountThings): Record<string, string> {
  return {
    'products/:id': SLUGS.product,
    'products/:productId': SLUGS.product,
    'trials/:productId': SLUGS.product,
    'licenses/:productId': SLUGS.product,
    'activations/:productId': SLUGS.product,
    'sub-products/:subProductId': SLUGS.addOn,
    'bundles/:id': SLUGS.bundle,
    'bundles/:bundleId': SLUGS.bundle,
    'variations/:variationId': SLUGS.variation,
    'discounts/:id': SLUGS.discount,
    'offers/:id': SLUGS.offer,
    'coupons/:id': SLUGS.coupon,
    'codes/:codeId': ids.couponCode,
    'batches/:batchId': ids.couponBatch,
    'tax-rates/:id': ids.taxRate,
    'promotions/:id': SLUGS.promotion,
    'releases/:version': SLUGS.version,
    'downloads/:key': ids.upload,
    'download/:platform': 'Windows',
    'legal/:page': 'terms',
    'customers/:idOrEmail': ids.customer,
    'sessions/:sessionId': ids.session,
    'orders/:orderId': ids.order,
    'refunds/:refundId': ids.refund,
    'disputes/:disputeId': ids.dispute,
    'documents/:documentId': ids.document,
    'merge/:fromId': ids.duplicate,
    'mails/:mailId': ids.mail,
    'notes/:noteId': ids.note,
    'licenses/:id': ids.license,
    'licenses/:licenseId': ids.license,
    'activations/:activationId': ids.activation,
    'activations/:id': ids.browserRequest,
    'activations/:requestId': ids.polledRequest,
    'trials/:id': ids.trial,
    'batches/:id': ids.batch,
    'license-keys/:kid': ids.kid,
    'api-keys/:id': ids.apiKey,
    'events/:eventId': ids.event,
    'webhooks/:id': ids.webhook,
    'deliveries/:deliveryId': ids.delivery,
    'deliveries/:id': ids.webhook,
    'releases/:productId': SLUGS.product,
    'jobs/:jobId': ids.job,
    'subscriptions/:id': ids.subscription,
    'payment-methods/:subscriptionId': ids.subscription,
    'withdrawals/:withdrawalId': ids.withdrawal,
    'passkeys/:passkeyId': ids.operatorPasskey,
    'operators/:operatorId': ids.operator,
    'domains/:domain': 'licenses.demo.example',
    'guide/:file': 'moving.md',
    'icons/:file': ids.icon,
    'logos/:file': ids.logo,
    'images/:file': `${ids.image}.png`,
    'images/:imageId': ids.image,
    'media/:file': `${ids.media}.wav`,
    'media/:mediaId': ids.media,
    // There are no groups, connected accounts or such a payment provider: these lead nowhere, even in the own account.
    'groups/:groupId': 'any',
    'connect/:provider': 'any',
    'payments/:provider': 'any',
  };
}

function pathOf(name: string, url: string, things: AccountThings): string {
  const { showCheckout, payCheckout, licenseFile, download, signedFile, upload, uploadPart } = things.links;
  if (url.startsWith('/api/public/documents/')) return things.links.documentFile;
  if (url.startsWith('/api/checkout/') && url.endsWith('/receipt.pdf')) return things.links.receiptFile;
  if (url.startsWith('/api/mail-texts/')) return url.replace(':mail', 'receipt').replace(':language', 'en');
  if (url.startsWith('/api/uploads/')) return url.includes('/parts/') ? uploadPart : upload;
  if (name.startsWith('GET /api/checkout/')) return showCheckout;
  if (url.endsWith('/lines/:lineId')) return things.links.checkoutLine;
  const checkoutAction = /^[A-Z]+ \/api\/checkout\/\S+\/(\w+)$/.exec(name)?.[1];
  if (checkoutAction !== undefined) return payCheckout.replace('/pay', `/${checkoutAction}`);
  if (url.includes('/license-files/')) return licenseFile;
  if (url.endsWith('/:version/:key')) return url.includes('/files/') ? signedFile : download;
  if (url.startsWith('/api/public/updates/')) return updatePath(url);
  if (name.startsWith('GET ') && url.endsWith('/subscriptions/:id/changes'))
    return `/api/customer/inventory/subscriptions/${things.ids.subscription}/changes?quantity=2`;
  const values = valuesOf(things);
  if (url.endsWith('/:orderId/coupon'))
    return `/api/customer/orders/${things.ids.order}/coupon?code=${SLUGS.code}`;
  if (url.startsWith('/api/bundles/')) {
    values['variations/:variationId'] = SLUGS.packVariation;
    values['images/:imageId'] = things.ids.packImage;
    values['media/:mediaId'] = things.ids.packMedia;
  }
  if (name.startsWith('DELETE ')) values['jobs/:jobId'] = things.ids.unwantedJob;
  if (url.startsWith('/api/operator/')) values['sessions/:sessionId'] = things.ids.operatorSession;
  if (url.endsWith('/trial')) values['sub-products/:subProductId'] = SLUGS.triedAddOn;
  if (url.includes('/refunds') || /\/(send-receipt|deliver)$/.test(url))
    values['orders/:orderId'] = things.ids.paidOrder;
  if (url.endsWith('/settle-undue')) values['orders/:orderId'] = things.ids.owedOrder;
  if (/\/(receipt|receipt\.pdf|invoice|documents.*)$/.test(url))
    values['orders/:orderId'] = things.ids.ownOrder;
  const query = name.startsWith('POST ') && url.endsWith('/media') ? '?title=New' : '';
  const path = url.replaceAll(/([\w-]+)\/(:\w+)/g, (segments, before: string) => {
    const value = values[segments];
    assert.ok(value, `say in valuesOf what ${segments} of "${name}" is`);
    return `${before}/${encodeURIComponent(value)}`;
  });
  return path + query;
}

/** The feeds of a product that has one release, with a file for Windows. */
function updatePath(url: string): string {
  const values: Readonly<Record<string, string>> = {
    productId: SLUGS.product,
    channel: 'stable',
    version: SLUGS.version,
    platform: 'Windows',
    name: 'setup.exe',
    target: 'windows',
    arch: 'x86_64',
    currentVersion: '0.9.0',
    file: url.includes('/velopack/') ? 'releases.win.json' : 'latest.yml',
  };
  return url.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? assert.fail(`say what ${name} is`));
}

const DEVICE = { deviceName: 'A new device', deviceSignature: 'new' };
const PROPERTIES = { color: { type: 'text', value: 'red', public: true, includeInToken: false } };
const RULES = { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: null };

/** The content of the request: routes that are not listed take a body with one changed name, or none. */
function contentOf(name: string, { licenseToken, ids }: AccountThings) {
  const text = (payload: string) => ({ payload, headers: { 'content-type': 'text/plain' } });
  const json = (payload: object) => ({ payload, headers: {} });
  if (name.endsWith('/custom-properties')) return json(PROPERTIES);
  if (name.startsWith('PUT /api/uploads/'))
    return { payload: 'a program', headers: { 'content-type': 'application/octet-stream' } };
  if (name.endsWith('/releases/new'))
    return json({ version: { major: 9, minor: 0, patch: 0 }, downloads: [] });
  if (name.endsWith('/add-download')) return json({ name: 'new.exe', key: ids.freeFile, platform: 'Mac' });
  if (name.endsWith('/:idOrEmail/notes')) return json({ text: 'Any' });
  if (name.endsWith('/:idOrEmail/view')) return json({ reason: 'Any' });
  if (name.endsWith('/:idOrEmail/merge')) return json({ from: ids.duplicate, reason: 'Any' });
  if (/\/(yank|decline)$/.test(name)) return json({ reason: 'Any' });
  if (name.endsWith('/releases/:version') && name.startsWith('PUT')) return json({ downloads: [] });
  if (name.endsWith('/releases/:version') && name.startsWith('PATCH')) return json({ description: 'New' });
  if (name.endsWith('/licensing-settings') && name.startsWith('PUT')) return json(RULES);
  if (/^(PUT|POST) \S+\/(icon|images)$/.test(name))
    return { payload: PNG, headers: { 'content-type': 'image/png' } };
  if (/^POST \S+\/media$/.test(name)) return { payload: WAV, headers: { 'content-type': 'audio/wav' } };
  if (/^POST \/api\/client\/licenses\/\S+\/(validate|revoke|sub-products\S*)$/.test(name))
    return text(licenseToken);
  if (/^POST \/api\/client\/\S+\/request$/.test(name)) return json(DEVICE);
  if (/^POST \S+\/:id\/quote$/.test(name)) return json({});
  if (/^POST \/api\/\S+\/variations$/.test(name))
    return json({ id: 'same-new', name: 'New', prices: { EUR: 5 } });
  if (/\/api\/checkout\/\S+\/coupon$/.test(name)) return json({ code: SLUGS.code });
  if (/^POST \/api\/checkout\/\S+\/quote$/.test(name)) return json({});
  if (name.endsWith('/lines/:lineId')) return json({ quantity: 1 });
  if (/^POST \/api\/checkout\/\S+\/currency$/.test(name)) return json({ currency: 'EUR' });
  if (/^POST \/api\/checkout\/\S+\/pay$/.test(name)) return json({ name: 'Eve', email: 'eve@example.com' });
  if (name.startsWith('PATCH') && name.endsWith('/billing-details'))
    return json({ name: 'Eve', email: 'eve@example.com' });
  if (name.endsWith('/:orderId/groups')) return json({ groupIds: [] });
  if (name.endsWith('/refunds') && name.startsWith('POST')) return json({ reason: 'Any' });
  if (name.endsWith('/settle-undue'))
    return json({ amount: { currency: 'EUR', amount: 44.1 }, reason: 'By bank transfer' });
  if (name === 'POST /api/coupons/:id/codes') return json({ code: 'ANOTHER-CODE' });
  if (name === 'POST /api/coupons/:id/batches') return json({ quantity: 1 });
  if (name === 'PATCH /api/licenses/:id') return json({ maxNumberOfActivations: 7 });
  if (name === 'POST /api/licenses/:id/transfer') return json({ email: ids.email });
  if (name.startsWith('PATCH /api/customer/orders')) return json({ currency: 'EUR' });
  if (name.startsWith('PATCH') && name.endsWith('/:imageId')) return json({ alt: 'Changed' });
  if (name.startsWith('PATCH') && name.endsWith('/:mediaId')) return json({ title: 'Changed' });
  if (name === 'PATCH /api/tax-rates/:id') return json({ rate: 0.5 });
  if (name.includes('/api/mail-texts/') && /^(PUT|POST)/.test(name)) return json({ heading: 'Changed' });
  if (name === 'PATCH /api/webhooks/:id') return json({ description: 'Changed' });
  if (name === 'POST /api/webhooks/:id/test') return json({ type: 'order.paid' });
  if (name === 'POST /api/webhooks/:id/replay') return json({ from: '2020-01-01T00:00:00Z' });
  if (name === 'POST /api/subscriptions/:id/extend') return json({ days: 1, reason: 'Any' });
  if (name === 'POST /api/subscriptions/:id/comp') return json({ periods: 1, reason: 'Any' });
  if (name === 'POST /api/subscriptions/:id/merge')
    return json({ subscriptionId: ids.otherSubscription, reason: 'Any' });
  if (/^POST .*\/subscriptions\/:id\/changes?$/.test(name)) return json({ quantity: 2 });
  if (/^POST .*\/subscriptions\/:id\/pause$/.test(name)) return json({ periods: 1 });
  if (name === 'PATCH /api/dev/payment-methods/:subscriptionId') return json({ behaviour: 'Succeeds' });
  if (name.startsWith('PATCH')) return json({ name: 'Changed' });
  return { headers: {} };
}
