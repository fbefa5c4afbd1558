import { readFile } from 'node:fs/promises';
import { createReleaseFromFiles, findRelease, type ReleaseFile } from '../../modules/releases/index.ts';
import type { Context } from '../../modules/accounts/index.ts';

interface DemoRelease {
  readonly productId: string;
  readonly productName: string;
  readonly version: string;
  readonly description: string;
  readonly files: readonly SourceFile[];
}

interface SourceFile {
  /** What follows the product and the version in the name of the file. */
  readonly suffix: string;
  readonly platform: ReleaseFile['platform'];
  /** In the folder `files`. */
  readonly source: string;
}

/** Small but real programs: they request their license from a Latchkey server. */
const PROGRAMS = [
  { suffix: '-windows.ps1', platform: 'Windows', source: 'demo-app.ps1' },
  { suffix: '-mac.sh', platform: 'Mac', source: 'demo-app.sh' },
  { suffix: '-linux.sh', platform: 'Linux', source: 'demo-app.sh' },
] as const;

/** Every product has something to download, so that each purchase can be tried to its end. */
const RELEASES: readonly DemoRelease[] = [
  {
    productId: 'demo-app',
    productName: 'Demo App',
    version: '1.2.0',
    description: 'Opens with its license at once, and says when a newer version is there.',
    files: PROGRAMS,
  },
  {
    productId: 'demo-app.sounds',
    productName: 'Demo Sounds',
    version: '1.0.0',
    description: 'The first sixteen kits.',
    files: [{ suffix: '.wav', platform: 'Universal', source: 'demo-sounds.wav' }],
  },
  {
    productId: 'demo-synth',
    productName: 'Demo Synth',
    version: '1.1.0',
    description: 'Each of the sixteen steps has a length and a chance of its own.',
    files: PROGRAMS,
  },
  {
    productId: 'demo-verb',
    productName: 'Demo Verb',
    version: '1.0.0',
    description: 'Twelve rooms, four halls and three plates.',
    files: PROGRAMS,
  },
];

/** Publishes the missing releases of the demo products and returns a phrase for each of them. */
export async function ensureDemoReleases(ctx: Context): Promise<string[]> {
  const created: string[] = [];
  for (const release of RELEASES) {
    const { productId, version, description } = release;
    if ((await findRelease(ctx, { productId, version })) !== undefined) continue;
    const files = await filesOf(release);
    await createReleaseFromFiles(ctx, { productId, version, description, files, isPublished: true });
    created.push(`release ${version} of ${productId}`);
  }
  return created;
}

async function filesOf({ productId, productName, version, files }: DemoRelease): Promise<ReleaseFile[]> {
  return Promise.all(
    files.map(async ({ suffix, platform, source }): Promise<ReleaseFile> => {
      const fileName = productName.toLowerCase().replaceAll(' ', '-');
      const name = `${fileName}-${version}${suffix}`;
      const content = await readFile(new URL(`files/${source}`, import.meta.url));
      if (platform === 'Universal') return { name, platform, content };
      // The programs of all products do the same.
      const program = content
        .toString('utf8')
        .replaceAll('licenses/demo-app/', `licenses/${productId}/`)
        .replaceAll('Demo App 1.2.0', `${productName} ${version}`)
        .replaceAll('Demo App', productName)
        .replaceAll('demo-app.', `${fileName}.`);
      return { name, platform, content: Buffer.from(program) };
    }),
  );
}
