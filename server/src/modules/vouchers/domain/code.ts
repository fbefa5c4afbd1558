/** The maximum length of a text that is accepted as a code: one with dashes and spaces everywhere still fits. */
export const MAX_TYPED_CODE_CHARACTERS = 100;

/**
 * The canonical spelling of a typed code, without case, spaces and dashes. `undefined` when it cannot be a code, of
 * this system or of another.
 */
export function normaliseCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED_CODE_CHARACTERS) return undefined;
  const code = typed.replaceAll(/[\s\p{Pd}_]/gu, '');
  // Before the case is changed: some letters beyond ASCII would become plain ones.
  return anyExpression.test(code) ? code.toUpperCase() : undefined;
}

/** The format of codes of other systems: long enough not to be guessed at the rate at which codes can be tried. */
const anyExpression = /^[A-Za-z0-9]{8,64}$/;
