export { fileStorage } from './file-storage.ts';
export { machineFacts } from './machine-facts.ts';
export { type SafeStorage, safeStorageOver } from './safe-storage.ts';
