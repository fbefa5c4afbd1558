import type { RouteOptions } from 'fastify';
import { type ApiReference, publishedRoutes } from '../openapi/document.ts';
import { markdownPage } from './markdown.ts';

/**
 * The API reference as plain text, in HTML: every operation with what it does, by section. It can be read before the
 * program of the reference has loaded, and without one.
 */
export async function referenceText(
  routes: readonly RouteOptions[],
  { description, tags }: Pick<ApiReference, 'description' | 'tags'>,
): Promise<string> {
  const operations = publishedRoutes(routes).map(({ path, method, route: { schema } }) => ({
    tags: schema?.tags ?? [],
    line: `- \`${method} ${path}\`: ${schema?.summary ?? ''}`,
  }));
  const sections = Object.entries(tags).map(([tag, text]) => {
    const lines = operations.filter((operation) => operation.tags.includes(tag)).map(({ line }) => line);
    return `## ${tag}\n\n${text}\n\n${lines.join('\n')}`;
  });
  return markdownPage([description, ...sections].join('\n\n'), (href) => href);
}
