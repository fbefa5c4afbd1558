/** Adopted by every element: a policy without inline styles allows it. */
export const styles = new CSSStyleSheet();

styles.replaceSync(`
:host { display: inline-block; vertical-align: top; }
:host([hidden]) { display: none; }
:host([inline]) { display: block; }
.open, .close {
  box-sizing: border-box; min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 0; cursor: pointer;
  font: inherit; font-weight: 600; border-radius: var(--latchkey-radius, 0.5rem);
}
.open { color: var(--latchkey-on-accent, #fff); background: var(--latchkey-accent, #1c5fc4); }
.open:disabled { cursor: progress; opacity: 0.7; }
.open:focus-visible, .close:focus-visible { outline: 3px solid var(--latchkey-focus, Highlight); outline-offset: 2px; }
.count {
  display: inline-block; min-width: 1.5em; margin-inline-start: 0.5em; padding: 0 0.25em; font-size: 0.875em;
  line-height: 1.5; text-align: center; color: CanvasText; background: Canvas; border-radius: 1em;
}
.count[hidden] { display: none; }
.spoken { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
.note { margin: 0.5rem 0 0; font-size: 0.875rem; }
.note:empty { display: none; }
dialog {
  box-sizing: border-box; width: min(100vw - 2rem, 64rem); max-width: none; max-height: calc(100dvh - 2rem);
  padding: 0; border: 0; border-radius: 0.75rem; overflow: hidden;
  color: CanvasText; background: Canvas; color-scheme: light dark; box-shadow: 0 1rem 4rem rgb(0 0 0 / 0.35);
}
dialog[data-theme='light'] { color-scheme: light; }
dialog[data-theme='dark'] { color-scheme: dark; }
dialog::backdrop { background: rgb(0 0 0 / 0.55); }
.bar { display: flex; justify-content: flex-end; padding: 0.5rem; }
.close { color: inherit; background: transparent; }
.status { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; margin: 0; padding: 2rem 1rem; }
.status a { color: inherit; }
iframe { display: block; width: 100%; border: 0; }
dialog iframe { max-height: calc(100dvh - 2rem); }
dialog:not([data-ready]) iframe { opacity: 0; }
dialog:has(.failed) iframe { display: none; }
@media (max-width: 40rem) {
  dialog { width: 100vw; height: 100dvh; max-height: none; margin: 0; border-radius: 0; }
  dialog[data-ready] iframe { height: 100dvh; max-height: none; }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: appear 150ms ease-out; }
  @keyframes appear { from { opacity: 0; transform: translateY(0.5rem); } }
}
`);
