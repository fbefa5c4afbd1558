import { Type } from '../../kernel/schema.ts';
import { previewMarkdown } from '../../platform/http/pages/markdown-renderer.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { strict } from '../wire/catalog.ts';

/** The longest text that any page shows: the notes of a release. */
const MAX_TEXT = 100_000;

/** Shows a text of the vendor as the shop would, before it is saved. */
export function registerTextPreview(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/texts/preview',
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: 'previewText',
      summary: 'A Markdown text as the pages of the shop show it',
      description: 'Changes nothing: for what somebody is writing.',
      tags: ['Products'],
      body: Type.Object(
        { markdown: Type.String({ maxLength: MAX_TEXT }) },
        { ...strict, title: 'TextPreviewRequest' },
      ),
      response: {
        200: Type.Object(
          { html: Type.String({ description: 'Safe to insert: nothing in it runs or loads.' }) },
          { title: 'TextPreview' },
        ),
        ...problems(),
      },
    },
    handler: async ({ body }) => ({ html: await previewMarkdown(body.markdown) }),
  });
}
