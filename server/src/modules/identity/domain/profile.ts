export const MAX_NAME_CHARACTERS = 200;

/** What is wrong with a person's name: messages, none when it can be stored. Spaces around it do not count. */
export function checkName(name: string): string[] {
  const messages: string[] = [];
  if (name.trim() === '') messages.push('must not be empty');
  if (name.length > MAX_NAME_CHARACTERS) messages.push(`must have at most ${MAX_NAME_CHARACTERS} characters`);
  if (/\p{Cc}/u.test(name)) messages.push('must not hold control characters');
  return messages;
}
