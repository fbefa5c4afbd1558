import { migrations } from '../../../migrations/index.ts';

/** The name of the newest step of this version's schema. */
export function newestSchema(): string {
  return migrations.at(-1)?.name ?? '';
}
