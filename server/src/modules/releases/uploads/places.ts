/** The folder of everything that belongs to an upload: its parts, and the assembled file. */
export function folderOf(key: string): string {
  return `uploads/${key}`;
}

/** The storage key of a part; a file that is sent directly to the storage with a link is the first part. */
export function partKey(key: string, number: number): string {
  return `${folderOf(key)}/part-${String(number).padStart(5, '0')}`;
}

/** A unique storage key, so that each of two writers has its own file. */
export function newFileKey(key: string, unique: string): string {
  return `${folderOf(key)}/file-${unique}`;
}

/** Whether the file of an upload can have this storage key; all other keys belong to others. */
export function isFileKey(key: string, storageKey: string): boolean {
  if (!/^[0-9a-f-]+$/.test(key)) return false;
  const start = newFileKey(key, '');
  return storageKey.startsWith(start) && /^[0-9a-f-]+$/.test(storageKey.slice(start.length));
}
