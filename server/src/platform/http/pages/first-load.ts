import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from '../../../kernel/schema.ts';
import { readAs } from '../../schema-check.ts';
import { withStyles } from './branded-html.ts';
import type { FirstAnswer } from './own-answer.ts';

/** What a page needs soon after its HTML. */
export interface FirstLoad {
  /** Its name in the build. */
  readonly page: string;
  readonly language: 'en' | 'de';
  /** The responses to its first requests, by path: those that this reader would get. */
  readonly answers: ReadonlyMap<string, FirstAnswer>;
  /** What it shows until its program runs, as HTML; empty for nothing. */
  readonly content: string;
}

const Files = Type.Array(Type.String());
const PageFiles = Type.Record(
  Type.String(),
  Type.Object({ files: Files, texts: Type.Object({ en: Files, de: Files }) }),
);
export type PageFiles = Static<typeof PageFiles>;

/** The files of each page, as the build in this folder lists them; none for a build without the list. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const text = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => '{}');
  const list: unknown = JSON.parse(text);
  return readAs(PageFiles, list) ?? {};
}

const HEAD_END = '</head>';
const ROOT = '<div id="root"></div>';

/**
 * The HTML of a page with everything that its browser would ask for next: it names the files, so that they load at
 * once, styles first, and contains the responses and what to show meanwhile. `base` is the path of the build.
 */
export function withFirstLoad(
  html: string,
  files: PageFiles,
  { page, language, answers, content }: FirstLoad,
  base = '/',
): string {
  const { files: own = [], texts } = files[page] ?? {};
  const all = [...own, ...(texts?.[language] ?? [])];
  const isStyle = (file: string) => file.endsWith('.css');
  const linksTo = (some: readonly string[], attributes: string) =>
    some.map((file) => `<link ${attributes} crossorigin href="${base}${file}">`).join('');
  const styles = linksTo(all.filter(isStyle), 'rel="stylesheet"');
  const programs = linksTo(
    all.filter((file) => !isStyle(file)),
    'rel="modulepreload" fetchpriority="low"',
  );
  const data = Array.from(
    answers,
    ([path, { json, etag }]) =>
      // Inside a script only its end tag and comments have a meaning: JSON may write every `<` as an escape.
      `<script type="application/json" data-answer="${attribute(path)}"${etag === undefined ? '' : ` data-etag="${attribute(etag)}"`}>${json.replaceAll('<', String.raw`\u003c`)}</script>`,
  );
  const first = content === '' ? '' : `<div id="first" aria-hidden="true" inert>${content}</div>`;
  return withStyles(html, styles)
    .replace(HEAD_END, () => `${programs}${HEAD_END}`)
    .replace(ROOT, () => `${first}${ROOT}${data.join('')}`);
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
