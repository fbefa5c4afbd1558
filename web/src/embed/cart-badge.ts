import type { EmbedTexts } from './embed-en.ts';
import { countCart, onCount } from './orders.ts';

/** The number of units beside the label, if there are any. */
export function showCount(button: HTMLElement, texts: EmbedTexts, signal: AbortSignal): void {
  const badge = document.createElement('span');
  badge.className = 'count';
  badge.part.add('count');
  badge.setAttribute('aria-hidden', 'true');
  const words = document.createElement('span');
  words.className = 'spoken';
  const show = (count: number): void => {
    badge.hidden = count === 0;
    badge.textContent = String(count);
    words.textContent = count === 0 ? '' : `, ${texts.items(count)}`;
  };
  show(0);
  button.append(badge, words);
  let isCurrent = false;
  onCount((count) => {
    isCurrent = true;
    show(count);
  }, signal);
  void countCart().then((count) => {
    // Something may have been added in the meantime.
    if (!isCurrent && !signal.aborted) show(count);
  });
}
