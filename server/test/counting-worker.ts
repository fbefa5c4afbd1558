import process from 'node:process';

let count = 0;

/** For tests of threads: never returns for `stuck`, and counts the texts of each thread. */
export function run(text: string): string {
  if (text === '') return '';
  count += 1;
  if (text.startsWith('stuck')) for (;;);
  if (text === 'crash') process.exit(3);
  if (text === 'late' && count < 4) throw new Error('busy');
  if (text === 'bad') throw new Error('no');
  return text === 'long' ? 'x'.repeat(1_000_001) : `${text}${count}`;
}
