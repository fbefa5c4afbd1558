import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pageFiles, type PageModules } from '@latchkey/ui/page-files.ts';

const ROOT = path.dirname(import.meta.dirname);
const TEXTS_END = '-en.ts';

/** A route as its file declares it. */
interface Route {
  readonly name: string;
  readonly parent: string;
  /** Its path; undefined for one that only frames others. */
  readonly path: string | undefined;
  /** The id of the module of its page; undefined for one that is there from the start. */
  readonly module: string | undefined;
}

/**
 * Writes `pages.json`: the files that the page of each route loads after the first one, by the path of the route, so
 * that the server can name them in its HTML and no browser waits for one file to learn of the next. It reads the routes
 * themselves; the build fails at one that it does not understand.
 */
export function listPages(): Plugin {
  return {
    name: 'list-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entry = path.join(import.meta.dirname, 'src/main.tsx');
      const own = [...this.getModuleIds()].filter((id) => id.startsWith(import.meta.dirname) && isCode(id));
      const routes = own.flatMap(routesIn);
      const pages = new Map<string, PageModules>();
      for (const route of routes) {
        if (route.path === undefined) continue;
        if (pages.has(route.path)) throw new Error(`two routes have the path ${route.path}`);
        const modules = modulesOf(route, routes);
        pages.set(route.path, { modules, texts: textsOf(this, [entry, ...modules]) });
      }
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(pageFiles(bundle, pages)),
      });
    },
  };
}

function isCode(id: string): boolean {
  return id.endsWith('.ts') || id.endsWith('.tsx');
}

/** The routes that a module declares. */
function routesIn(id: string): Route[] {
  const [before = '', ...bodies] = readFileSync(id, 'utf8').split(' = createRoute({');
  let [name] = /\w+$/.exec(before) ?? [];
  const routes = bodies.map((body): Route => {
    const parts = {
      name,
      parent: /getParentRoute: \(\) => (\w+)/.exec(body)?.[1],
      path: /^ {2}path: '([^']*)'/m.exec(body)?.[1],
      module: /^ {2}component: lazyRouteComponent\(\(\) => import\('([^']+)'\)/m.exec(body)?.[1],
    };
    [name] = /\w+$/.exec(body) ?? [];
    if (parts.name === undefined || parts.parent === undefined)
      throw new Error(`${id} has a route that the list of pages does not understand`);
    return {
      ...parts,
      name: parts.name,
      parent: parts.parent,
      module: parts.module && path.join(path.dirname(id), parts.module),
    };
  });
  return routes;
}

/** The modules of a page: its own, and those of the frames around it. */
function modulesOf(route: Route, routes: readonly Route[]): string[] {
  const parent = routes.find(({ name, path: own }) => name === route.parent && own === undefined);
  if (parent === undefined && route.parent !== 'rootRoute') throw new Error(`no route is ${route.parent}`);
  return [
    ...(parent === undefined ? [] : modulesOf(parent, routes)),
    ...(route.module === undefined ? [] : [route.module]),
  ];
}

/** The texts that these modules, and what they import at once, load on their own. */
function textsOf(context: Rolldown.PluginContext, modules: readonly string[]): string[] {
  const all = new Set(modules);
  const texts = new Set<string>();
  for (const id of all) {
    const info = context.getModuleInfo(id);
    for (const next of info?.importedIds ?? [])
      if (next.startsWith(ROOT) && isCode(next) && !next.includes('node_modules')) all.add(next);
    for (const next of info?.dynamicallyImportedIds ?? [])
      if (next.endsWith(TEXTS_END)) texts.add(next.slice(0, -TEXTS_END.length));
  }
  return [...texts];
}
