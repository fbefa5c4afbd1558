import type { Locator } from 'playwright-core';

export interface DroppedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Drops files on a place of the page, as from the desktop. */
export async function dropFiles(place: Locator, ...files: readonly DroppedFile[]): Promise<void> {
  const parts = files.map(({ name, mimeType: type, buffer }) => ({
    name,
    type,
    bytes: buffer.toString('base64'),
  }));
  const dataTransfer = await place.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, type, bytes } of ${JSON.stringify(parts)})
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))], name, { type }));
    return transfer;
  })()`);
  await place.dispatchEvent('dragenter', { dataTransfer });
  await place.dispatchEvent('drop', { dataTransfer });
  await dataTransfer.dispose();
}
