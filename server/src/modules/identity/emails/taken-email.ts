import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { emailInUse } from '../../customers/index.ts';

/** Runs a change of emails; the unique index decides who gets an address. Raises 409 `EmailInUse`. */
export async function refuseDuplicateEmail<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    throw isUniqueViolation(error) ? emailInUse() : error;
  }
}
