import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads a person's input in a terminal; without a terminal, raises an error with `instead`, the alternative. */
export async function ask(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`nobody is there to ask: ${instead}`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await prompt.question(question)).trim();
  } finally {
    prompt.close();
  }
}

/** The same for a secret, which the terminal does not display. */
export async function askSecret(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`nobody is there to ask: ${instead}`);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: unseen, terminal: true });
  process.stderr.write(question);
  try {
    return await prompt.question('');
  } finally {
    prompt.close();
    process.stderr.write('\n');
  }
}
