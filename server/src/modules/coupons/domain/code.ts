import { formatCode } from '../../../kernel/codes.ts';

/** The maximum length of a text that is accepted as a code: one with dashes and spaces everywhere still fits. */
export const MAX_TYPED_CODE_CHARACTERS = 100;

/** The letters and digits of a code. */
const CODE = /^[\p{L}\p{N}]{3,64}$/u;

/**
 * The canonical spelling of a typed code, without case, spaces and dashes. `undefined` when it cannot be a code: a code
 * has 3 to 64 letters and digits of any script.
 */
export function normaliseCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED_CODE_CHARACTERS) return undefined;
  const code = typed.normalize('NFKC').replaceAll(/[\s\p{Pd}_]/gu, '');
  return CODE.test(code) ? code.toUpperCase().normalize('NFKC') : undefined;
}

/** A code for display: one that the merchant chose in their spelling, a generated one with dashes. */
export function shownCode(code: string): string {
  return formatCode(code.trim().replaceAll(/\s+/g, ' '));
}
