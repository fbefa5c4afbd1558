import { entriesOf, type FileEntry, type ImportFile } from './import-file.ts';

/** A line that was refused, with every issue; of a list, with its cells. */
export interface RefusedLine {
  readonly line: number;
  readonly issues: readonly string[];
  readonly cells: readonly string[];
}

/** How far an import is: what the answers so far say. */
export interface ImportProgress {
  /** The entries that are answered, in the order of the file. */
  readonly entries: number;
  readonly created: number;
  readonly updated: number;
  readonly exists: number;
  readonly refused: readonly RefusedLine[];
}

/** Before the first answer. */
export const NOTHING_YET: ImportProgress = { entries: 0, created: 0, updated: 0, exists: 0, refused: [] };

/** What the API says about a line. */
interface LineAnswer {
  readonly line: number;
  readonly status: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The import stopped on the server before the end of a part; its entries can be sent again. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

interface Steps {
  /** Sends lines of JSON; resolves to the lines of the answer. */
  readonly send: (lines: string) => Promise<string>;
  readonly onProgress: (progress: ImportProgress) => void;
  /**
   * Says what is wrong with a row that has more or fewer cells than the header, with an entry that the server lost, and
   * with a field, of which the server has a sentence in English.
   */
  readonly texts: {
    readonly uneven: string;
    readonly failed: string;
    readonly issue: (path: string, sentence: string) => string;
  };
}

/** The most entries of a request, whose answer takes a moment. */
const ENTRIES_PER_PART = 1_000;
const CHARACTERS_PER_PART = 500_000;

/**
 * Sends the entries of a file in parts, one after another, from where an earlier try ended, and reports after each
 * answer. Raises what `send` raises, and `ImportStopped`: the entries of the part without an answer may be stored, and
 * are sent again by the next try.
 */
export async function runImport(
  file: ImportFile,
  from: ImportProgress,
  { send, onProgress, texts }: Steps,
): Promise<void> {
  let progress = from;
  for await (const part of partsOf(file, from.entries)) {
    const whole = part.filter(({ json }) => json !== undefined);
    const answers = whole.length === 0 ? [] : answersOf(await send(linesOf(whole)), whole.length);
    progress = addPart(progress, { part, whole, answers, texts });
    onProgress(progress);
  }
}

function linesOf(entries: readonly FileEntry[]): string {
  return entries.map(({ json = '' }) => json).join('\n');
}

async function* partsOf(file: ImportFile, skipped: number): AsyncGenerator<readonly FileEntry[]> {
  let left = skipped;
  let part: FileEntry[] = [];
  let characters = 0;
  for await (const entries of entriesOf(file))
    for (const entry of entries) {
      if (left > 0) {
        left -= 1;
        continue;
      }
      part.push(entry);
      characters += entry.json?.length ?? 0;
      if (part.length < ENTRIES_PER_PART && characters < CHARACTERS_PER_PART) continue;
      yield part;
      part = [];
      characters = 0;
    }
  if (part.length > 0) yield part;
}

/** The answers to a part, in its order. */
function answersOf(text: string, expected: number): readonly LineAnswer[] {
  const lines = text.trimEnd().split('\n');
  const last: unknown = JSON.parse(lines.pop() ?? '');
  const answers = lines.map((line): unknown => JSON.parse(line)).filter(isLineAnswer);
  if (!isCompleted(last) || answers.length !== expected) throw new ImportStopped(detailOf(last));
  return answers;
}

function isLineAnswer(value: unknown): value is LineAnswer {
  return typeof value === 'object' && value !== null && 'line' in value && 'status' in value;
}

function summaryOf(line: unknown): object | undefined {
  if (typeof line !== 'object' || line === null || !('summary' in line)) return undefined;
  const { summary } = line;
  return typeof summary === 'object' && summary !== null ? summary : undefined;
}

function isCompleted(line: unknown): boolean {
  const summary = summaryOf(line);
  return summary !== undefined && 'completed' in summary && summary.completed === true;
}

/** Why the server stopped, as far as it says. */
function detailOf(line: unknown): string {
  const summary = summaryOf(line) ?? {};
  const problem = 'problem' in summary ? summary.problem : undefined;
  if (typeof problem !== 'object' || problem === null) return '';
  const detail = 'detail' in problem ? problem.detail : undefined;
  const title = 'title' in problem ? problem.title : undefined;
  return typeof detail === 'string' ? detail : typeof title === 'string' ? title : '';
}

function issuesIn(errors: NonNullable<LineAnswer['errors']>, { issue }: Steps['texts']): readonly string[] {
  return Object.entries(errors).flatMap(([path, sentences]) =>
    sentences.map((sentence) => issue(path, sentence)),
  );
}

interface AnsweredPart {
  readonly part: readonly FileEntry[];
  /** The entries that were sent, which have answers. */
  readonly whole: readonly FileEntry[];
  readonly answers: readonly LineAnswer[];
  readonly texts: Steps['texts'];
}

function addPart(before: ImportProgress, { part, whole, answers, texts }: AnsweredPart): ImportProgress {
  const count = (status: string) => answers.filter((answer) => answer.status === status).length;
  const refusals = answers.flatMap(({ line, status, errors = {} }): RefusedLine[] => {
    const entry = whole[line - 1];
    if (entry === undefined || !['invalid', 'failed'].includes(status)) return [];
    const issues = status === 'failed' ? [texts.failed] : issuesIn(errors, texts);
    return [{ line: entry.line, issues, cells: entry.cells }];
  });
  const uneven = part
    .filter(({ json }) => json === undefined)
    .map(({ line, cells }): RefusedLine => ({ line, issues: [texts.uneven], cells }));
  return {
    entries: before.entries + part.length,
    created: before.created + count('created'),
    updated: before.updated + count('updated'),
    exists: before.exists + count('exists'),
    refused: [...before.refused, ...[...refusals, ...uneven].toSorted((a, b) => a.line - b.line)],
  };
}
