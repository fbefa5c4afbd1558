const MAX_GREETED_CHARACTERS = 60;
const LINK_LIKE = /:\S|@|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/u;

/**
 * The name with which a mail greets its recipient; null for none. The person who signs up with a stranger's address
 * chooses the name, and mail readers turn anything that looks like a link into one: a name that could contain a message
 * or a link is omitted.
 */
export function greetedName(name: string | null): string | null {
  const isPlain = name !== null && name.length <= MAX_GREETED_CHARACTERS && !LINK_LIKE.test(name);
  return isPlain ? name : null;
}
