import { invalidInput } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { licenseExists } from '../problems.ts';
import type { License } from '../tables.ts';
import { importLicenses, type LicenseImport } from './import-licenses.ts';

/**
 * Imports a license of another system, like `importLicenses` (core API, Licenses; wire contract sections 2 and 6).
 *
 * Raises `InvalidInput` with every issue, and `LicenseExists`, whose `instance` is the id of the license with this
 * `externalId`.
 */
export async function importLicense(tx: CommandTx, input: LicenseImport): Promise<License> {
  const [outcome] = await importLicenses(tx, [input]);
  if (outcome?.status === 'invalid') throw invalidInput({ errors: outcome.errors });
  if (outcome?.license !== undefined) return outcome.license;
  throw licenseExists(outcome === undefined ? {} : { instance: outcome.id });
}
