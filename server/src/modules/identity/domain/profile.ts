const MAX_GREETED_CHARACTERS = 60;
const LINK_LIKE = /:\S|@|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/u;

/**
 * The salutation of a mail. The person who signs up with a stranger's address chooses the name, and mail readers turn
 * anything that looks like a link into one: a name that could contain a message or a link is omitted.
 */
export function greeting(name: string | null): string {
  const isPlain = name !== null && name.length <= MAX_GREETED_CHARACTERS && !LINK_LIKE.test(name);
  return isPlain ? `Hello ${name},` : 'Hello,';
}
