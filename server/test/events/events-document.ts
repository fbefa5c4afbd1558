import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import { EVENT_TYPES } from '../../src/api/events/event-types.ts';
import type { EventBody } from '../../src/modules/events/index.ts';
import { startTestApp } from '../harness.ts';
import { playStories, type Timeline } from './scenarios.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const GUIDE = path.join(ROOT, 'docs/guide/events.md');
const EXAMPLES_PAGE = path.join(ROOT, 'docs/guide/event-examples.md');
const EXAMPLES = path.join(ROOT, 'server/src/api/events/event-examples.json');

/**
 * The files about events that are generated, by path: the guide, with its table and timelines, and an example of each
 * type. All of it really happens, in an application of its own.
 */
export async function eventFiles(): Promise<Map<string, string>> {
  const app = await startTestApp();
  try {
    const timelines = stable(await playStories(app));
    const parts = { types: typeTable(), timelines: timelines.map(timelineText).join('\n') };
    const guide = withParts(await readFile(GUIDE, 'utf8'), parts);
    const examples = eventExamples(timelines);
    const formatted = async (file: string, value: object) =>
      (await format(file, JSON.stringify(value), { printWidth: 110 })).code;
    const pages = await Promise.all(
      Object.entries(examples).map(async ([type, example]) =>
        exampleText(type, await formatted(EXAMPLES, example)),
      ),
    );
    return new Map([
      [GUIDE, guide],
      [EXAMPLES_PAGE, withParts(await readFile(EXAMPLES_PAGE, 'utf8'), { examples: pages.join('\n') })],
      [EXAMPLES, await formatted(EXAMPLES, examples)],
    ]);
  } finally {
    await app.close();
  }
}

/** An example of each type: the first of it that happens. */
function eventExamples(timelines: readonly Timeline[]): Record<string, EventBody> {
  const events = timelines.flatMap((timeline) => timeline.events);
  return Object.fromEntries(
    EVENT_TYPES.flatMap(({ type }) => {
      const example = events.find((event) => event.type === type);
      return example === undefined ? [] : [[type, example]];
    }),
  );
}

/** The document with its generated parts replaced. Throws when it has no place for one. */
function withParts(document: string, parts: Readonly<Record<string, string>>): string {
  let text = document;
  for (const [name, part] of Object.entries(parts)) {
    const [start, end] = [`<!-- generated: ${name} -->\n`, `<!-- end: ${name} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from === -1 || to === -1) throw new Error(`the document has no place for ${name}`);
    text = `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`;
  }
  return text;
}

function typeTable(): string {
  const rows = EVENT_TYPES.map(
    ({ type, when, subject }) => `| ${linked(type)} | ${when} | ${subject.type} | \`${subject.scope}\` |`,
  );
  return ['| type | when | data | scope |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

/** A type that leads to its example. */
function linked(type: string): string {
  return `[\`${type}\`](event-examples.md#${anchorOf(type)})`;
}

/** As the headings of pages are linked to: without dots. */
function anchorOf(type: string): string {
  return type.replaceAll('.', '');
}

function exampleText(type: string, json: string): string {
  return [`## ${type}`, '', '```json', json.trimEnd(), '```', ''].join('\n');
}

function timelineText({ title, story, events }: Timeline): string {
  const steps = events.map(
    ({ type, subject }, index) =>
      `${index + 1}. ${linked(type)}: the ${subject.type}'s event ${subject.sequence}`,
  );
  return [`### ${title}`, '', story, '', ...steps, ''].join('\n');
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /(\d{4}-\d\d-\d\d)T[\d:.]+Z/g;
const MILLISECONDS = /(?<!\d)17\d{11}(?!\d)/g;
const KEY_CODE = /"([2-9A-Z]{5}-){3}[2-9A-Z]{5}"/g;
const ORDER_NUMBER = /(?<="number":")[0-9A-Z]{4}-[0-9A-Z]{4}(?=")/g;
const SECRET = /(?<=")[\w-]{43}(?=")/g;

/** Ids are numbered in the order in which they appear, and every time of day is noon. */
function stable(timelines: readonly Timeline[]): readonly Timeline[] {
  const ids = new Map<string, string>();
  const numbered = (id: string): string => {
    const number = ids.get(id) ?? String(ids.size + 1).padStart(12, '0');
    ids.set(id, number);
    return `0199a1b2-0000-7000-8000-${number}`;
  };
  const text = JSON.stringify(timelines)
    .replaceAll(ID, numbered)
    .replaceAll(TIME, '$1T12:00:00.000Z')
    .replaceAll(MILLISECONDS, '1772366400000')
    .replaceAll(KEY_CODE, '"ABCDE-FGHJK-MNPQR-STVWX"')
    .replaceAll(ORDER_NUMBER, 'K7QM-4T2P')
    .replaceAll(SECRET, 'an-unguessable-text');
  const parsed: readonly Timeline[] = JSON.parse(text);
  return parsed;
}
