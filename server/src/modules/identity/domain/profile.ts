export const MAX_NAME_CHARACTERS = 200;

/** What is wrong with a person's name: messages, none when it can be stored. Spaces around it do not count. */
export function checkName(name: string): string[] {
  const messages: string[] = [];
  if (isBlank(name)) messages.push('must not be empty');
  if (name.length > MAX_NAME_CHARACTERS) messages.push(`must have at most ${MAX_NAME_CHARACTERS} characters`);
  if (/\p{Cc}/u.test(name)) messages.push('must not hold control characters');
  return messages;
}

/** Whether a name says nothing: clients send the missing name of an imported customer back as an empty one. */
export function isBlank(name: string): boolean {
  return name.trim() === '';
}

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
