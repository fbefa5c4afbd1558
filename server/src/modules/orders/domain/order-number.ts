import { CODE_ALPHABET, codeOf } from '../../../kernel/codes.ts';

/** 30 to the power of 8: more than any account sells, and too many to guess one. */
const CHARACTERS = 8;
const HALF = CHARACTERS / 2;
const FORM = new RegExp(`^[${CODE_ALPHABET}]{${CHARACTERS}}$`);

/**
 * The number of an order from 256 random bits in base64url, such as `K7QM-4T2P`. It says nothing about other orders.
 */
export function orderNumberOf(secret: string): string {
  return formatted(codeOf(secret).slice(0, CHARACTERS));
}

/**
 * The stored form of a number that somebody typed, whatever its case, spaces and dashes; `undefined` when it is none.
 */
export function readOrderNumber(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return FORM.test(code) ? formatted(code) : undefined;
}

function formatted(code: string): string {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}
