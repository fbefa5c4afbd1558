/**
 * The schema, with each array's entries checked only if the array is not too long (`maxItems`). All issues are reported
 * together, so without this a small request body with far too many bad entries would make the server find, keep and
 * send a hundred thousand of them.
 */
export function sparingLongArrays(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(sparingLongArrays);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, sparingLongArrays(part)]),
  );
  const { items, ...rest } = copy;
  const { maxItems } = rest;
  if (typeof maxItems !== 'number' || items === undefined || 'if' in rest) return copy;
  return { ...rest, if: { minItems: maxItems + 1 }, else: { items } };
}
