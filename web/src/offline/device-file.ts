/** A device file as sent to the server, with its content if that can be read. */
export interface DeviceFile {
  readonly text: string;
  readonly deviceName: string | undefined;
  readonly productId: string | undefined;
}

/** The reason why a file cannot be a device file, or is not the one that a page expects. */
export type FileIssue = 'TooLarge' | 'Empty' | 'Unreadable' | 'Incomplete' | 'OtherProduct';

/** The server reads no more than this. */
export const MAX_DEVICE_FILE_BYTES = 8 * 1024;

/**
 * Reads a chosen or dropped file. The server decides whether it is a device file; one for a product whose device has no
 * name or signature is invalid, and nobody is asked to confirm it.
 */
export async function readDeviceFile(
  file: Pick<Blob, 'size' | 'text'>,
): Promise<DeviceFile | { readonly issue: FileIssue }> {
  if (file.size > MAX_DEVICE_FILE_BYTES) return { issue: 'TooLarge' };
  try {
    const text = await file.text();
    return text.trim() === '' ? { issue: 'Empty' } : describe(text);
  } catch {
    // A folder, or a deleted file.
    return { issue: 'Unreadable' };
  }
}

function describe(text: string): DeviceFile | { readonly issue: FileIssue } {
  const fields = fieldsIn(text);
  const textOf = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const [deviceName, productId] = [textOf('name'), textOf('productId')];
  const isComplete = deviceName !== undefined && textOf('id') !== undefined;
  if (productId !== undefined && !isComplete) return { issue: 'Incomplete' };
  return { text, deviceName, productId };
}

/** The members of the JSON object that the file is, or is the base64 form of; empty when it is not one. */
function fieldsIn(text: string): ReadonlyMap<string, unknown> {
  try {
    const content = text.trim();
    const json = (content.startsWith('{') ? content : decode(content)).replace(
      /^([^]*[^\s,])?[\s,]*\}[\s,]*$/,
      '$1}',
    );
    const value: unknown = JSON.parse(json);
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

function decode(text: string): string {
  const base64 = text
    .replaceAll(/[\s,=\uFEFF]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
