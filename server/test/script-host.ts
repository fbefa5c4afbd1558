import { on } from 'node:events';
import process from 'node:process';
import { handOver } from './processes.ts';

// Runs the scripts of `runTogether` one after the other, each from its first line; what they import stays loaded.
process.once('disconnect', () => process.exit());

let runs = 0;
for await (const [said] of on(process, 'message')) {
  // What is no list, the script itself waits for.
  if (!Array.isArray(said)) continue;
  const [script = '', ...list] = said.map(String);
  handOver(list);
  runs += 1;
  await import(`${script}?run=${runs}`);
}
