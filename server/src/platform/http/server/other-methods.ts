import type { FastifyRequest } from 'fastify';
import { defineProblem, type Problem } from '../../../kernel/problem.ts';
import type { App } from '../route/app.ts';

const methodNotAllowed = defineProblem({
  status: 405,
  errorType: 'MethodNotAllowed',
  title: 'The method is not allowed here',
});

interface KnownRoute {
  readonly url: string;
  readonly methods: readonly string[];
}

/**
 * Collects the methods that are allowed at a path. The result returns the methods of the application's routes at a
 * path, with `HEAD` beside `GET` and `OPTIONS` everywhere; none for an unknown path. Call it before routes are
 * registered.
 */
export function registerAllowedMethods(app: App): (path: string) => readonly string[] {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ url, methods: [method].flat() });
  });
  return (path) => {
    const methods = routes.filter(({ url }) => patternOf(url).test(path)).flatMap((route) => route.methods);
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].toSorted();
  };
}

/** 405 with `Allow` for a path that accepts other methods; `undefined` if it accepts none. */
export function wrongMethod(
  { method }: Pick<FastifyRequest, 'method'>,
  path: string,
  allowed: readonly string[],
): Problem | undefined {
  // A missing file is not found, although its folder supports the method.
  if (allowed.length === 0 || allowed.includes(method)) return undefined;
  const list = allowed.join(', ');
  return methodNotAllowed({
    detail: `${path} does not support ${method}, only ${list}.`,
    headers: { allow: list },
  });
}

/** By the URL patterns of the routes. */
const patterns = new Map<string, RegExp>();

function patternOf(url: string): RegExp {
  const pattern = patterns.get(url) ?? makePattern(url);
  patterns.set(url, pattern);
  return pattern;
}

/** `/a/:id/*` as a pattern of the paths that it matches. */
function makePattern(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/')}$`);
}
