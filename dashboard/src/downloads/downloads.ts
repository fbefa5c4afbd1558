import { isConfirmed } from '../api/follow-link.ts';
import { saveBlob } from '../parts/save-text.ts';
import { readFile } from './read-file.ts';

/** A list as a file. */
export interface CsvFile {
  /** As in `/api/export/orders` or `/api/export/releases/app`. */
  readonly kind: string;
  /** The filters of the list, as the API takes them. */
  readonly query: Readonly<Record<string, string>>;
  /** Its rows have personal data: it needs a right of its own, and a second look at who asks. */
  readonly isPersonal?: boolean;
}

/** The same with the name of the list, in the language of the reader. */
export type NamedFile = CsvFile & { readonly name: string };

/** A file on its way, saved, or failed for a reason. */
export interface Download {
  /** The same for the same list with the same filters. */
  readonly id: string;
  readonly file: NamedFile;
  readonly state: 'Running' | 'Saved' | 'Failed';
  /** How many have arrived. */
  readonly bytes: number;
  readonly failure?: unknown;
}

/** So many are on their way at once at most. */
export const MAX_RUNNING = 3;

interface DownloadSteps {
  readonly read: typeof readFile;
  /** Takes a whole file. */
  readonly save: (name: string, content: Blob) => void;
  /** Whether it is certain who asks. */
  readonly confirm: () => Promise<boolean>;
}

/**
 * The downloads of this page, which go on while the operator visits other pages of the dashboard. A file is saved only
 * when all of it has arrived, and never after it was cancelled.
 */
export class Downloads {
  readonly #steps: DownloadSteps;
  readonly #listeners = new Set<() => void>();
  readonly #controllers = new Map<string, AbortController>();
  #all: readonly Download[] = [];

  constructor(steps: DownloadSteps) {
    this.#steps = steps;
  }

  /** In the order in which they began; another array after each change. */
  readonly all = (): readonly Download[] => this.#all;

  /** Calls a function after each change, until the result is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins a file, unless it is on its way already; false: `MAX_RUNNING` others are. */
  start(file: NamedFile): boolean {
    const id = idOf(file);
    if (this.#controllers.has(id)) return true;
    if (this.#controllers.size >= MAX_RUNNING) return false;
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    const download: Download = { id, file, state: 'Running', bytes: 0 };
    this.#become([...this.#all.filter((other) => other.id !== id), download]);
    void this.#run(download, controller.signal);
    return true;
  }

  /** Ends one that is on its way, and takes it off the list. */
  remove(id: string): void {
    this.#controllers.get(id)?.abort();
    this.#controllers.delete(id);
    this.#become(this.#all.filter((other) => other.id !== id));
  }

  /** Ends all of them: whoever began them is no longer there. */
  removeAll(): void {
    for (const { id } of this.#all) this.remove(id);
  }

  async #run({ id, file }: Download, signal: AbortSignal): Promise<void> {
    const change = (part: Partial<Download>) => {
      if (signal.aborted) return;
      this.#become(this.#all.map((other) => (other.id === id ? { ...other, ...part } : other)));
    };
    const end = (part: Partial<Download>) => {
      if (signal.aborted) return;
      this.#controllers.delete(id);
      change(part);
    };
    try {
      if (file.isPersonal === true && !(await this.#steps.confirm())) {
        if (!signal.aborted) this.remove(id);
        return;
      }
      signal.throwIfAborted();
      const onProgress = (bytes: number) => {
        change({ bytes });
      };
      const { name, content } = await this.#steps.read(pathOf(file), { signal, onProgress });
      signal.throwIfAborted();
      this.#steps.save(name, content);
      end({ state: 'Saved', bytes: content.size });
    } catch (failure) {
      end({ state: 'Failed', failure });
    }
  }

  #become(all: readonly Download[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

function pathOf({ kind, query }: CsvFile): string {
  return `/api/export/${kind}?${String(new URLSearchParams({ ...query, format: 'csv' }))}`;
}

function idOf({ kind, query }: CsvFile): string {
  const filters = new URLSearchParams(query);
  filters.sort();
  return `${kind}?${String(filters)}`;
}

/** Those of this window. */
export const downloads = new Downloads({ read: readFile, save: saveBlob, confirm: isConfirmed });
