import type { Rule } from './rule.ts';
import { isTestCode, type SourceFile } from './source.ts';

/** The folders whose own folders must not import each other both ways. */
const ROOTS = /^(server|web|dashboard|ui|sdk)\/src\//;

export const noFolderPairs: Rule = {
  guarantee: 'no two sibling folders import each other, so that a reader of one need not know the other',
  applies: isShipped,
  check: (tree) => {
    const pairs = new Map<string, string>();
    for (const file of tree.filter(isShipped)) {
      for (const { target } of file.imports) {
        const siblings = siblingsOf(file.path, target);
        if (siblings !== undefined) pairs.set(siblings.join(' → '), `${file.path} imports ${target}`);
      }
    }
    return ({ path, imports }) =>
      imports.flatMap(({ target, line }) => {
        const back = siblingsOf(path, target)?.toReversed().join(' → ');
        const reason = back === undefined ? undefined : pairs.get(back);
        return reason === undefined ? [] : [{ text: `imports ${target}, but ${reason}`, line }];
      });
  },
};

function isShipped(file: SourceFile): boolean {
  return ROOTS.test(file.path) && !isTestCode(file.path);
}

/** The two folders, next to each other, that an import connects; undefined within one, and for files beside a folder. */
function siblingsOf(path: string, target: string): readonly [string, string] | undefined {
  if (!ROOTS.test(target)) return undefined;
  const from = path.split('/');
  const to = target.split('/');
  const depth = from.findIndex((part, index) => part !== to[index]);
  if (depth < 0 || depth >= from.length - 1 || depth >= to.length - 1) return undefined;
  return [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')];
}
