import { migrations } from '../../../migrations/index.ts';

/** The name of the newest step of the schema that this version has. */
export function newestSchema(): string {
  return migrations.at(-1)?.name ?? '';
}
