import { Type } from '../../kernel/schema.ts';
import { logoAddress, shopUrl } from '../../modules/accounts/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { StoreMode } from '../wire/settings.ts';
import { problems } from '../../platform/http/route/responses.ts';

const Brand = Type.Object(
  {
    accentColor: Type.Optional(Type.String({ description: 'Color of buttons and links, as `#rrggbb`.' })),
    colorScheme: Type.Enum(['auto', 'light', 'dark']),
    iconUrl: Type.Optional(Type.String({ description: "Square icon in the browser's tab." })),
    footerText: Type.Optional(Type.String()),
    links: Type.Array(Type.Object({ label: Type.String(), url: Type.String() }), {
      description: 'Links at the foot of the pages.',
    }),
  },
  { title: 'Brand', description: 'The look of the pages.' },
);

const Vendor = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    logoUrl: Type.Union([Type.String(), Type.Null()]),
    email: Type.Optional(Type.String({ description: 'Where customers can ask: `seller.email`.' })),
    websiteUrl: Type.Optional(Type.String()),
    storefrontUrl: Type.Optional(Type.String({ description: 'The vendor’s own shop.' })),
    shopUrl: Type.String({
      description: 'Where the vendor sells: their own shop or site, else the hosted shop.',
    }),
    locale: Type.String({
      description: 'Language of the pages for visitors whose browser asks for none that they are written in.',
    }),
    links: Type.Object(
      {
        terms: Type.Optional(Type.String()),
        privacy: Type.Optional(Type.String()),
        refunds: Type.Optional(Type.String()),
        imprint: Type.Optional(Type.String()),
      },
      { description: "The vendor's own pages about the sale." },
    ),
    brand: Brand,
    closure: Type.Optional(StoreMode),
  },
  { title: 'Vendor', description: 'The merchant behind this host.' },
);

/** GET /api/public/vendors/current (extended API, section A). */
export function registerVendor(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/public/vendors/current',
    config: { access: access.public() },
    schema: {
      operationId: 'getCurrentVendor',
      summary: 'The merchant behind this host',
      description: 'What pages show about the vendor: name, logo, links and look.',
      tags: ['Public'],
      response: { 200: Vendor, ...problems() },
    },
    handler: async ({ account, context }) => {
      const { seller, websiteUrl, storefrontUrl, locale, links, brand } = account.settings;
      return {
        id: account.id,
        name: account.name,
        logoUrl: logoAddress(context.config, account) ?? null,
        ...(seller.email !== undefined && { email: seller.email }),
        ...(websiteUrl !== undefined && { websiteUrl }),
        ...(storefrontUrl !== undefined && { storefrontUrl }),
        shopUrl: shopUrl(context.config, account),
        locale,
        links,
        brand: { ...brand, links: [...brand.links] },
        ...(account.closure !== null && { closure: account.closure }),
      };
    },
  });
}
