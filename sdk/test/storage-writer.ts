import process from 'node:process';
import { fileStorage } from '../src/application/node/file-storage.ts';

/** Starts an update of the file of the first parameter and never ends it: its parent kills this process. */
const [, , file = ''] = process.argv;
await fileStorage(file).update(() => {
  process.send?.('in the middle');
  for (;;);
});
