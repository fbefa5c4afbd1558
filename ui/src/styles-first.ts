import type { Plugin } from 'vite';

const PROGRAMS = ['<script type="module"', '<link rel="modulepreload"'];

/**
 * Names the styles before the programs, and lets these wait for the first picture: until they run, the page shows what the
 * server has put into it, and a phone loads few files at a time.
 */
export function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const lines = html.split('\n');
        const isProgram = (line: string) => PROGRAMS.some((start) => line.trimStart().startsWith(start));
        const programs = lines.filter(isProgram);
        if (programs.length === 0) throw new Error('the page has no program');
        const last = programs.map((tag) => tag.replace(' crossorigin', ' crossorigin fetchpriority="low"'));
        const others = lines.filter((line) => !isProgram(line)).join('\n');
        return others.replace('  </head>', () => `${last.join('\n')}\n  </head>`);
      },
    },
  };
}
