import process from 'node:process';
import { createInterface } from 'node:readline/promises';

/** What a person types in a terminal; where nobody can be asked, the error says `instead`, how to do without. */
export async function ask(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`nobody is there to ask: ${instead}`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await prompt.question(question)).trim();
  } finally {
    prompt.close();
  }
}
