import { placeOf } from './layers.ts';
import { isTestCode, type SourceFile, type Use } from './source.ts';

/** A rule of docs/architecture, checked file by file. */
export interface Rule {
  /** The guarantee when the rule is followed. */
  readonly guarantee: string;
  /** The files of the rule; a rule without any is broken itself. */
  readonly applies: (file: SourceFile) => boolean;
  /** Reads the whole tree once and returns a function that finds the violations of one file. */
  readonly check: (tree: readonly SourceFile[]) => (file: SourceFile) => readonly Use[];
}

/** Whether the file is code of the server that runs in production. */
export const isProduct = (file: SourceFile): boolean =>
  file.path.startsWith('server/src/') && !isTestCode(file.path);

/** Whether the file is in one of the layers. */
export const inLayer = (file: SourceFile, ...layers: readonly string[]): boolean =>
  isProduct(file) && layers.includes(placeOf(file.path).layer);

/** An import as a violation. */
export function specifierOf({ specifier, line }: { specifier: string; line: number }): Use {
  return { text: specifier, line };
}
