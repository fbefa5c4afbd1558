import type { Import, Module, SourceFile } from './source.ts';

/** The layer of a path of the repository; `module` is the name of the bounded context. */
export type Place =
  | { readonly layer: 'kernel' | 'platform' | 'api' | 'cli' | 'root' | 'migrations' | 'test' }
  | { readonly layer: 'module'; readonly module: string; readonly file: string }
  | { readonly layer: 'unknown' | 'outside' };

const FOLDERS = new Map<string, Place>([
  ['kernel', { layer: 'kernel' }],
  ['platform', { layer: 'platform' }],
  ['api', { layer: 'api' }],
  ['cli', { layer: 'cli' }],
]);

/** Finds the layer of a path below the root of the repository, or of an import's target (packages are outside). */
export function placeOf(target: string): Place {
  if (target.startsWith('server/test/')) return { layer: 'test' };
  if (target.startsWith('server/migrations/')) return { layer: 'migrations' };
  if (!target.startsWith('server/src/')) return { layer: 'outside' };
  const [folder = '', ...rest] = target.slice('server/src/'.length).split('/');
  if (rest.length === 0) return { layer: 'root' };
  const [module = '', ...file] = rest;
  if (folder === 'modules' && file.length > 0) return { layer: 'module', module, file: file.join('/') };
  return FOLDERS.get(folder) ?? { layer: 'unknown' };
}

/**
 * Whether the file may contain SQL: the stores and tables of a context, the migrations, and the platform's own storage
 * in the database (jobs, counters), which excludes HTTP.
 */
export function mayHoldSql(filePath: string): boolean {
  if (filePath.startsWith('server/src/platform/')) return !filePath.startsWith('server/src/platform/http/');
  return (
    filePath.startsWith('server/migrations/') ||
    /^server\/src\/modules\/[^/]+\/(store\/[a-z-]+|((?!domain\/)[a-z-]+\/)?(store|store-[a-z0-9-]+)|tables)\.ts$/.test(
      filePath,
    )
  );
}

export function isDomain(filePath: string): boolean {
  return /^server\/src\/modules\/[^/]+\/domain\//.test(filePath);
}

/** Whether the file is a store of a module, which contains its SQL. */
export function isStore(filePath: string): boolean {
  return placeOf(filePath).layer === 'module' && mayHoldSql(filePath) && !filePath.endsWith('/tables.ts');
}

/** The reason why a file must not import another, or undefined when it may. */
export function refusal(from: SourceFile, imported: Import): string | undefined {
  const to = placeOf(imported.target);
  if (to.layer === 'outside') return undefined;
  if (to.layer === 'test') return 'the product does not import test code';
  const own = placeOf(from.path);
  switch (own.layer) {
    case 'kernel':
      return to.layer === 'kernel' ? undefined : 'the kernel imports only the kernel';
    case 'platform':
      return platformRefusal(to);
    case 'migrations':
      return migrationRefusal(from.path, imported.target, to);
    case 'module':
      return moduleRefusal(from.path, own.module, imported.target, to);
    case 'api':
      return apiRefusal(imported.target, to);
    case 'cli':
    case 'root':
      return faceRefusal(to);
    case 'unknown':
    case 'outside':
    case 'test':
      return undefined;
  }
}

/** The graph of modules: which contexts each context imports. */
export function moduleGraph(files: readonly Module[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const own = placeOf(path);
    if (own.layer !== 'module') continue;
    const targets = graph.get(own.module) ?? new Set<string>();
    graph.set(own.module, targets);
    for (const { target } of imports) {
      const to = placeOf(target);
      if (to.layer === 'module' && to.module !== own.module) targets.add(to.module);
    }
  }
  return graph;
}

/** The shortest path along `graph` from one module to another, both included; undefined when there is none. */
export function wayBetween(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): readonly string[] | undefined {
  const ways = new Map([[from, [from]]]);
  for (const [module, way] of ways) {
    if (module === to) return way;
    for (const next of graph.get(module) ?? []) {
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return undefined;
}

function platformRefusal(to: Place): string | undefined {
  if (to.layer === 'platform' || to.layer === 'kernel') return undefined;
  return 'the platform imports only the platform and the kernel';
}

function migrationRefusal(from: string, target: string, to: Place): string | undefined {
  if (target === 'server/src/platform/database/database.ts') return undefined;
  if (to.layer === 'migrations' && from.endsWith('/index.ts')) return undefined;
  return 'a migration stands alone: it imports only the type of its steps';
}

function moduleRefusal(from: string, module: string, target: string, to: Place): string | undefined {
  if (isDomain(from)) {
    const own = target.startsWith(`server/src/modules/${module}/domain/`);
    return own || to.layer === 'kernel' ? undefined : 'a domain imports only its own domain and the kernel';
  }
  if (to.layer === 'kernel' || to.layer === 'platform') return undefined;
  if (to.layer !== 'module') return 'a module imports only modules, the platform and the kernel';
  return to.module === module ? undefined : faceRefusal(to);
}

function apiRefusal(target: string, to: Place): string | undefined {
  if (target.startsWith('server/src/platform/database/')) return 'the api knows modules, not the database';
  if (to.layer === 'api' || to.layer === 'platform' || to.layer === 'kernel') return undefined;
  return to.layer === 'module'
    ? faceRefusal(to)
    : 'the api imports only modules, the platform and the kernel';
}

function faceRefusal(to: Place): string | undefined {
  if (to.layer !== 'module' || to.file === 'index.ts') return undefined;
  return `the module ${to.module} is used through its index.ts only`;
}
