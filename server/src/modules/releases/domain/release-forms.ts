/**
 * The format of a text of a release: a regular expression, and the rest of a sentence about a text that does not match.
 */
interface TextForm {
  readonly pattern: string;
  readonly errorMessage: string;
}

export const CHANNEL_FORM: TextForm = {
  pattern: '^[a-z0-9][a-z0-9-]{0,49}$',
  errorMessage: 'must be a name of at most 50 small letters, digits and hyphens, such as beta',
};

/** The signatures that a vendor makes for updaters, by updater. */
export const SIGNATURE_FORMS: Readonly<Record<'sparkle' | 'tauri', TextForm>> = {
  sparkle: {
    pattern: '^[A-Za-z0-9+/]{86}==$',
    errorMessage: 'must be an Ed25519 signature in base64, as sign_update of Sparkle prints it',
  },
  tauri: {
    pattern: '^[A-Za-z0-9+/]{50,2000}={0,2}$',
    errorMessage: 'must be the content of the .sig file that Tauri writes, without line breaks',
  },
};

/** Whether a text has the format. */
export function hasForm(text: string, { pattern }: TextForm): boolean {
  return new RegExp(pattern).test(text);
}
