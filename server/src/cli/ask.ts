import process from 'node:process';
import { createInterface } from 'node:readline/promises';

/** The person's input in a terminal; without a terminal, raises an error with `instead`, the way to do it without. */
export async function ask(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`nobody is there to ask: ${instead}`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await prompt.question(question)).trim();
  } finally {
    prompt.close();
  }
}
