import { Type } from '../../kernel/schema.ts';

/** Why the vendor does something, as a field of a request. */
export const reasonField = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'Why; it is kept in the audit log.' }),
);

/**
 * A request of which only the reason can be said. Its routes took no body at first: tools send other fields, which have
 * never meant anything.
 */
export const ReasonInput = Type.Object({ reason: reasonField }, { title: 'ReasonForChange' });

/** The reason of a request, without spaces around it; `undefined` when there is none. */
export function reasonIn(
  body: { readonly reason?: string | undefined } | null | undefined,
): string | undefined {
  return body?.reason?.trim() || undefined;
}
