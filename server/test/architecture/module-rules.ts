import { isStore, moduleGraph, placeOf, wayBetween } from './layers.ts';
import { inLayer, isProduct, type Rule, specifierOf } from './rule.ts';

export const moduleFaces: Rule = {
  guarantee: 'every module has an index.ts, its only public face',
  applies: (file) => inLayer(file, 'module'),
  check: (tree) => {
    const paths = new Set(tree.map(({ path }) => path));
    return ({ path }) => {
      const place = placeOf(path);
      if (place.layer !== 'module' || paths.has(`server/src/modules/${place.module}/index.ts`)) return [];
      return [{ text: `the module ${place.module} has no index.ts`, line: 1 }];
    };
  },
};

export const privateStores: Rule = {
  guarantee:
    'a module hands out commands and queries: its index.ts takes nothing from a store, and no file hands one on',
  applies: (file) => inLayer(file, 'module'),
  check:
    () =>
    ({ path, imports }) =>
      imports
        .filter(({ target, isHandedOn }) => isStore(target) && (isFace(path) || isHandedOn))
        .map(specifierOf),
};

export const usedFaces: Rule = {
  guarantee: 'a module hands out only what somebody outside of it uses',
  applies: (file) => inLayer(file, 'module'),
  check: (tree) => {
    const uses = new Set(
      tree.flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => isFace(target) && !path.startsWith(target.slice(0, -'index.ts'.length)))
          .flatMap(({ target, names }) => names.map((name) => `${target} ${name}`)),
      ),
    );
    return ({ path, imports }) =>
      isFace(path) && !uses.has(`${path} *`)
        ? imports
            .filter(({ isHandedOn }) => isHandedOn)
            .flatMap(({ names, line }) =>
              names
                .filter((name) => !uses.has(`${path} ${name}`))
                .map((name) => ({ text: `nobody uses ${name}`, line })),
            )
        : [];
  },
};

export const noModuleCircles: Rule = {
  guarantee: 'the graph of modules has no circle',
  applies: (file) => inLayer(file, 'module'),
  check: (tree) => {
    const graph = moduleGraph(tree.filter(isProduct));
    return (file) => {
      const own = placeOf(file.path);
      return file.imports.flatMap(({ target, line }) => {
        const to = placeOf(target);
        if (own.layer !== 'module' || to.layer !== 'module' || to.module === own.module) return [];
        const back = wayBetween(graph, to.module, own.module);
        return back === undefined ? [] : [{ text: `circle: ${[own.module, ...back].join(' → ')}`, line }];
      });
    };
  },
};

function isFace(path: string): boolean {
  return /^server\/src\/modules\/[^/]+\/index\.ts$/.test(path);
}
