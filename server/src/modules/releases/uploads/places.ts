/** The folder of everything that belongs to an upload: its parts, and the assembled file. */
export function folderOf(key: string): string {
  return `uploads/${key}`;
}

/** The storage key of a part; a file that is sent to the storage by a link of its own is the first part. */
export function partKey(key: string, number: number): string {
  return `${folderOf(key)}/part-${String(number).padStart(5, '0')}`;
}

/** A unique storage key, so that of two writers each has a file of its own. */
export function newFileKey(key: string, unique: string): string {
  return `${folderOf(key)}/file-${unique}`;
}
