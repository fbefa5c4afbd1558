/** All issues of a vendor's name, as field path → messages. */
export function checkName(name: string): Record<string, string[]> {
  const { length } = name.trim();
  return length === 0 || length > 200 ? { name: ['must have 1 to 200 characters'] } : {};
}
