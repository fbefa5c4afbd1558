import process from 'node:process';
import { fileStorage } from '../src/application/node/file-storage.ts';

/** Adds one to the number in the file of the first parameter for each message, and replies to it. */
const [, , file = ''] = process.argv;
const storage = fileStorage(file);
process.on('message', (message) => {
  void storage.update((text) => String(Number(text ?? 0) + 1)).then(() => process.send?.(message));
});
process.send?.('ready');
