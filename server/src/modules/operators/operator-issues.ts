import { checkEmail, checkName } from '../customers/index.ts';

/** Every issue of the email and the name of an operator, by field; absent ones have none. */
export function operatorIssues({
  email,
  name,
}: {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}): Record<string, string[]> {
  return {
    ...(email !== undefined && { email: checkEmail(email) }),
    ...(name !== undefined && { name: checkName(name) }),
  };
}
