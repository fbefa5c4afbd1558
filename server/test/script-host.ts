import { on } from 'node:events';
import process from 'node:process';
import { handOver } from './processes.ts';

// Runs the scripts of `runTogether` one after the other, each from its first line; their imports stay loaded.
process.once('disconnect', () => process.exit());

let runs = 0;
for await (const [message] of on(process, 'message')) {
  // The script itself waits for messages that are not lists.
  if (!Array.isArray(message)) continue;
  const [script = '', ...list] = message.map(String);
  handOver(list);
  runs += 1;
  await import(`${script}?run=${runs}`);
}
