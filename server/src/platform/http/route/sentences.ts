import { cutName, cutText } from '../../../kernel/cut-text.ts';

const LONGEST_PATH = 1_000;

/** The beginnings of field messages that are the predicate of a sentence. */
const PREDICATE =
  /^(must|is|are|was|were|has|have|cannot|can|may|does|do|holds|belongs|contains|needs|names|ends|starts)\b/;

/**
 * A message about one field as a full sentence for a customer (wire contract section 1): `must not be blank` at
 * `address.postCode` becomes "The post code of the address must not be blank." A message that is already a sentence
 * stays unchanged; any other text gets a capital and a period.
 */
export function sentenceOf(path: string, message: string): string {
  const text = message.trim();
  if (!PREDICATE.test(text)) return closed(capitalized(text));
  return closed(
    `${subjectOf(path)} ${isPlural(path) ? text.replace(/^\w+/, (verb) => PLURAL_VERBS[verb] ?? verb) : text}`,
  );
}

/**
 * Every message of a problem as a sentence, as well-formed text; paths are cut to 1,000 characters and names in
 * sentences to 200.
 */
export function sentencesOf(errors: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  const sentences: [string, string[]][] = Object.entries(errors).map(([path, messages]) => [
    cutText(path, LONGEST_PATH).toWellFormed(),
    messages.map((message) => sentenceOf(path, message).toWellFormed()),
  ]);
  // Names such as `__proto__` are plain data.
  return Object.fromEntries(sentences);
}

/** `items[0].quantity` → `The quantity of item 1`; `productIds[1]` → `Product id 2`; no path → `The request`. */
function subjectOf(path: string): string {
  const parts = partsOf(path);
  const last = parts.at(-1);
  if (last === undefined) return 'The request';
  const outer = nounOf(parts.slice(0, -1));
  if (isIndex(last)) return capitalized(nounOf(parts));
  return `The ${nameOf(last)}${outer === '' ? '' : ` of ${outer}`}`;
}

/** The verbs of predicates that have another form after a plural. */
const PLURAL_VERBS: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  holds: 'hold',
  belongs: 'belong',
  contains: 'contain',
  needs: 'need',
  names: 'name',
  ends: 'end',
  starts: 'start',
};

/** Whether the subject of a path is a plural, such as `productIds` or `mailsPerAddressAndHour`, but not `address`. */
function isPlural(path: string): boolean {
  const last = partsOf(path).at(-1);
  if (last === undefined || isIndex(last)) return false;
  const [head = ''] = nameOf(last).split(/ (?:of|per|before) /);
  return /[^sui]s$/.test(head);
}

function nounOf(parts: readonly string[]): string {
  const last = parts.at(-1);
  if (last === undefined) return '';
  if (!isIndex(last)) return `the ${nameOf(last)}`;
  const list = parts.at(-2);
  return `${list === undefined ? 'entry' : singular(nameOf(list))} ${Number(last.slice(1, -1)) + 1}`;
}

/** The names of a path; an index keeps its brackets. */
function partsOf(path: string): string[] {
  return path.match(/\[[^[\]]*\]|[^.[\]]+/g) ?? [];
}

function isIndex(part: string): boolean {
  return /^\[\d+\]$/.test(part);
}

/** `postCode` → `post code`; anything else, such as a currency, is put in quotes. */
function nameOf(part: string): string {
  const name = cutName(part.replace(/^\[([^\]]*)\]$/, '$1'));
  if (/^[A-Z][A-Za-z]+(-[A-Za-z]+)+$/.test(name)) return name;
  if (!/^[a-z][A-Za-z0-9]*(_[a-z]+)*$/.test(name)) return `value "${name}"`;
  return name.replaceAll('_', ' ').replaceAll(/[A-Z]+|\d+/g, (word) => ` ${word.toLowerCase()}`);
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function closed(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
