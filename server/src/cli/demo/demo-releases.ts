import { readFile } from 'node:fs/promises';
import { createReleaseFromFiles, findRelease, type ReleaseFile } from '../../modules/releases/index.ts';
import type { Context } from '../../modules/accounts/index.ts';

const PRODUCT_ID = 'demo-app';
const VERSION = '1.2.0';

/** Small but real programs: they request their license from a Latchkey server. */
const FILES = [
  { name: 'demo-app-1.2.0-windows.ps1', platform: 'Windows', source: 'demo-app.ps1' },
  { name: 'demo-app-1.2.0-mac.sh', platform: 'Mac', source: 'demo-app.sh' },
  { name: 'demo-app-1.2.0-linux.sh', platform: 'Linux', source: 'demo-app.sh' },
] as const;

/** Publishes release 1.2.0 of the demo application; true when it was not there before. */
export async function ensureDemoRelease(ctx: Context): Promise<boolean> {
  const existing = await findRelease(ctx, { productId: PRODUCT_ID, version: VERSION });
  if (existing !== undefined) return false;
  const files = await Promise.all(
    FILES.map(async ({ name, platform, source }): Promise<ReleaseFile> => {
      const content = await readFile(new URL(`files/${source}`, import.meta.url));
      return { name, platform, content };
    }),
  );
  await createReleaseFromFiles(ctx, {
    productId: PRODUCT_ID,
    version: VERSION,
    description: 'Opens with its license at once, and says when a newer version is there.',
    files,
    isPublished: true,
  });
  return true;
}
