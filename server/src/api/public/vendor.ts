import { Type } from '../../kernel/schema.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { problems } from '../../platform/http/answers/responses.ts';

const Vendor = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    logoUrl: Type.Union([Type.String(), Type.Null()]),
    websiteUrl: Type.Optional(Type.String()),
    storefrontUrl: Type.Optional(Type.String({ description: 'Where the vendor sells.' })),
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
      description: 'What pages show about the vendor: name, logo and links.',
      tags: ['Public'],
      response: { 200: Vendor, ...problems() },
    },
    handler: async ({ account }) => {
      const { logoUrl, websiteUrl, storefrontUrl } = account.settings;
      return {
        id: account.id,
        name: account.name,
        logoUrl: logoUrl ?? null,
        ...(websiteUrl !== undefined && { websiteUrl }),
        ...(storefrontUrl !== undefined && { storefrontUrl }),
      };
    },
  });
}
