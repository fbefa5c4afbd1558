import type { MessageTexts } from './en.ts';

/** Die Texte von Nachrichten zu Lizenzen. */
export const de: MessageTexts = {
  why: (vendor) => `Sie erhalten diese Nachricht, weil Sie eine Lizenz von ${vendor} haben.`,
};
