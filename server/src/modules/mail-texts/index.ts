export { MOST_CHARACTERS } from './word-issues.ts';
export { placeholdersOf } from './mail-templates.ts';
export {
  findMailText,
  listMailTexts,
  type MailText,
  type MailTextPlace,
  resetMailText,
  setMailText,
} from './mail-texts.ts';
export { previewMailText, sendMailTest } from './try-mail-text.ts';
