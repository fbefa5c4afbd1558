import type { Plugin } from 'vite';

/**
 * Writes the files of a build in ASCII. V8 keeps the source of a program in memory, with one byte per character if all
 * of them are in Latin-1, and with two if a single one is not: a quotation mark in one sentence would double two
 * megabytes (ADR 16).
 */
export function asciiProgram(): Plugin {
  return {
    name: 'ascii-program',
    apply: 'build',
    // After Vite's own plugins, which print each file once more.
    generateBundle: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = asciiSource(file.code);
      }
    },
  };
}

/** `code` with all characters beyond ASCII as escapes. Throws after a backslash and in raw templates, where they fail. */
export function asciiSource(code: string): string {
  const place = /\braw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.exec(code)?.[0];
  if (place !== undefined) throw new Error(`no escape can follow here, so this must be ASCII: ${place}`);
  return code.replaceAll(/[^\0-\x7f]/g, escapeOf);
}

/** Of half a character, if it takes two units of UTF-16: the escapes of both together are that character. */
function escapeOf(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
