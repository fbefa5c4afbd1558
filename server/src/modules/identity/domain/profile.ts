const MAX_GREETED_CHARACTERS = 60;
const LINK_LIKE = /:\S|@|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/u;

/**
 * How a mail begins. Whoever signs up with a stranger's address chooses the name, and mail readers make links of
 * anything that looks like one: a name that could contain a message or a link is omitted.
 */
export function greeting(name: string | null): string {
  const isPlain = name !== null && name.length <= MAX_GREETED_CHARACTERS && !LINK_LIKE.test(name);
  return isPlain ? `Hello ${name},` : 'Hello,';
}
