import type { Rolldown } from 'vite';

type OutputChunk = Rolldown.OutputChunk;

/** The languages of the pages. */
const LANGUAGES = ['en', 'de'] as const;

/** What a page loads after the first file: names below the folder of the build. */
export interface PageFiles {
  readonly files: readonly string[];
  /** Its texts, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** What a page needs before it shows anything. */
export interface PageModules {
  /** Ids of modules. */
  readonly modules: readonly string[];
  /** Ids of modules with texts, without `-en.ts` at the end. */
  readonly texts: readonly string[];
}

/** The files of `pages.json`: what each page loads after the first file, which the HTML names. */
export function pageFiles(
  bundle: Rolldown.OutputBundle,
  pages: ReadonlyMap<string, PageModules>,
): Readonly<Record<string, PageFiles>> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const start = chunks.find(({ isEntry, name }) => isEntry && name === 'index');
  const atStart = new Set(start === undefined ? [] : filesOf(start, chunks));
  const chunkOf = (module: string): OutputChunk => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`no chunk has ${module}`);
    return chunk;
  };
  const later = (modules: readonly string[]) =>
    [...new Set(modules.flatMap((module) => filesOf(chunkOf(module), chunks)))].filter(
      (file) => !atStart.has(file),
    );
  const list = Array.from(pages, ([name, { modules, texts }]): [string, PageFiles] => {
    const files = later(modules);
    const ofLanguage = LANGUAGES.map((language): [string, string[]] => [
      language,
      later(texts.map((text) => `${text}-${language}.ts`)).filter((file) => !files.includes(file)),
    ]);
    return [name, { files, texts: Object.fromEntries(ofLanguage) }];
  });
  return Object.fromEntries(list);
}

/** A chunk and everything that it imports at once, scripts and styles. */
function filesOf(chunk: OutputChunk, chunks: readonly OutputChunk[]): string[] {
  const all = new Set<OutputChunk>([chunk]);
  for (const each of all)
    for (const name of each.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next !== undefined) all.add(next);
    }
  return [...all].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
}
