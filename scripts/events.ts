import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventFiles } from '../server/test/events/events-document.ts';
import { ROOT } from './run.ts';

// `npm run events` lets every event of the guide happen, and writes the table, the timelines and the examples.
for (const [file, text] of await eventFiles()) {
  await writeFile(file, text);
  console.log(`Wrote ${path.relative(ROOT, file)}.`);
}
