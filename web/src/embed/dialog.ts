import type { EmbedTexts } from './embed-en.ts';
import { createFrame, type FrameMessage, type PageFrame } from './frame.ts';

/** A dialog with a page of the vendor. */
export interface DialogOptions {
  readonly parent: ParentNode;
  readonly title: string;
  readonly texts: EmbedTexts;
  readonly theme: string | undefined;
  readonly url: string | Promise<string>;
  /** The sentence for a failure of `url`. */
  readonly describe: (failure: unknown) => string;
  readonly onMessage: (message: FrameMessage) => void;
  readonly onClose: (isCompleted: boolean) => void;
}

/** A page that sends no message in this time cannot be shown. */
const PATIENCE_MILLISECONDS = 15_000;

/**
 * Opens the dialog; returns a function that closes it. It is modal: the browser keeps the focus in it, and Escape
 * closes it.
 */
export function openDialog(options: DialogOptions): () => void {
  const { parent, title, texts, theme, url, onMessage, onClose } = options;
  const opener = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
  const dialog = element('dialog', '');
  dialog.setAttribute('aria-label', title);
  if (theme !== undefined) dialog.dataset['theme'] = theme;
  const bar = element('div', 'bar');
  const closing = element('button', 'close', texts.close);
  closing.type = 'button';
  bar.append(closing);
  const status = element('p', 'status', texts.loading);
  status.setAttribute('role', 'status');
  let isCompleted = false;
  let isReady = false;
  const frame = createFrame(title, (message) => {
    if (message.event === 'ready') {
      isReady = true;
      // The page has its own button to close it.
      bar.remove();
      status.remove();
      dialog.dataset['ready'] = '';
      frame.element.focus();
    }
    isCompleted ||= message.event === 'completed' || message.completed;
    onMessage(message);
    if (message.event === 'close' || message.event === 'escape') close();
  });
  // Not only with the browser's event, which comes later: the dialog may be opened again before it.
  const close = (): void => {
    dialog.close();
    if (!dialog.isConnected) return;
    frame.close();
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus();
    onClose(isCompleted);
  };
  dialog.append(bar, status, frame.element);
  closing.addEventListener('click', close);
  dialog.addEventListener('close', close);
  parent.append(dialog);
  dialog.showModal();
  closing.focus();
  load(frame, url).then(
    (page) => {
      setTimeout(() => {
        if (!isReady) explain(status, texts.failed, { text: texts.openAlone, page });
      }, PATIENCE_MILLISECONDS);
    },
    (failure: unknown) => {
      explain(status, options.describe(failure));
    },
  );
  return close;
}

async function load(frame: PageFrame, url: string | Promise<string>): Promise<string> {
  const page = await url;
  frame.show(page);
  return page;
}

/** Explains the failure, and links to the page itself if it has an address. */
function explain(
  status: HTMLElement,
  text: string,
  alone?: { readonly text: string; readonly page: string },
): void {
  status.textContent = text;
  status.setAttribute('role', 'alert');
  status.classList.add('failed');
  if (alone === undefined) return;
  const page = new URL(alone.page);
  page.searchParams.delete('embedded');
  const link = element('a', '', alone.text);
  link.href = page.href;
  link.target = '_blank';
  link.rel = 'noopener';
  status.append(' ', link);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}
