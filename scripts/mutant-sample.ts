import { stripTypeScriptTypes } from 'node:module';
import { parseSource } from '../server/test/architecture/source.ts';

/** Mistakes that people make; each expression matches a part of one line. */
const MISTAKES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bif \((.+)\) /, 'if (!($1)) '],
  [/\bif \((.+)\) /, 'if (false) '],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\bMath\.min\b/, 'Math.max'],
  [/\bMath\.max\b/, 'Math.min'],
  [/^\s*await [^;]+;$/, ''],
  [/\bthrow [^;]+;$/, ';'],
  [/\.where\((?:[^()]|\([^()]*\))*\)/, ''],
  [/\.forUpdate\(\)/, ''],
];
/** Lines whose mistakes change nothing but the log. */
const IDLE_LINE = /^\s*(import |\/\/|\/?\*|(\w+\.)*log\.)/;

/** A mistake: the file with one other line. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The whole file with the mistake. */
  readonly text: string;
}

/** `count` of the mistakes, in the order of their files; the same ones for a seed. */
export function sampleOf(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  let random = seed;
  const keys = new Map(
    all.map((mutant) => {
      // A linear congruential generator with the numbers of Numerical Recipes.
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return [mutant, Math.imul(random ^ (random >>> 16), 0x45_d9_f3_b) >>> 0];
    }),
  );
  const selection = new Set(
    all.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0)).slice(0, count),
  );
  return all.filter((mutant) => selection.has(mutant));
}

/** All mistakes in a file, whose text is `source`, that leave it a program, and another one. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const lines = source.split('\n');
  const program = programOf(source);
  return lines.flatMap((before, index) =>
    IDLE_LINE.test(before)
      ? []
      : MISTAKES.flatMap(([pattern, replacement]) => {
          const after = before.replace(pattern, replacement);
          const text = lines.with(index, after).join('\n');
          return after === before || !isProgram(file, text) || programOf(text) === program
            ? []
            : [{ file, line: index + 1, before, after, text }];
        }),
  );
}

/** What runs of a text: types become spaces, whose number does not matter. */
function programOf(text: string): string {
  return stripTypeScriptTypes(text).replaceAll(/\s+/g, ' ');
}

function isProgram(file: string, text: string): boolean {
  try {
    parseSource(file, text);
    return true;
  } catch {
    return false;
  }
}
