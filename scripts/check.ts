import process from 'node:process';
import { generateSchema } from '../sdk/generate.ts';
import { INTERRUPTED, runNode, stopwatch } from './run.ts';

/** The checks of `npm run check`, in this order; `npm run check -- lint types` runs some of them. */
const CHECKS: Record<string, readonly (readonly string[])[]> = {
  lint: [['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  format: [['node_modules/oxfmt/bin/oxfmt', '--check']],
  types: [
    typesOf('tsconfig.json', 'server'),
    typesOf('ui/tsconfig.json', 'ui'),
    typesOf('web/tsconfig.json', 'web'),
    typesOf('dashboard/tsconfig.json', 'dashboard'),
    typesOf('examples/shop/tsconfig.json', 'example-shop'),
  ],
  architecture: [['--test', '--test-reporter=spec', 'server/test/architecture.test.ts']],
  documents: [
    [
      '--test',
      '--test-reporter=spec',
      'server/test/conflict-markers.test.ts',
      'server/test/dependency-notes.test.ts',
      'server/test/settings-document.test.ts',
    ],
  ],
};

/** The second check of a project looks only at the files that changed since the first, and at those that use them. */
function typesOf(project: string, name: string): string[] {
  const cache = `node_modules/.cache/types/${name}.tsbuildinfo`;
  return [
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    cache,
    '--project',
    project,
  ];
}

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => CHECKS[name] === undefined);
  if (unknown.length > 0) {
    console.error(`Unknown check: ${unknown.join(', ')}. Choose from ${Object.keys(CHECKS).join(', ')}.`);
    return 2;
  }
  await generateSchema();
  const selection = Object.entries(CHECKS).filter(([name]) => names.length === 0 || names.includes(name));
  const failed: string[] = [];
  for (const [name, commands] of selection) {
    const took = stopwatch();
    let passed = true;
    for (const parameters of commands) {
      const code = await runNode(parameters);
      if (code === INTERRUPTED) return code;
      if (code !== 0) passed = false;
    }
    console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} in ${took()} ──\n`);
    if (!passed) failed.push(name);
  }
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
  return failed.length > 0 ? 1 : 0;
}
