export const MAX_NAME_CHARACTERS = 200;

/** The issues of a person's name: messages, empty when it can be stored. Surrounding spaces do not count. */
export function checkName(name: string): string[] {
  const messages: string[] = [];
  if (isBlank(name)) messages.push('must not be empty');
  if (name.length > MAX_NAME_CHARACTERS) messages.push(`must have at most ${MAX_NAME_CHARACTERS} characters`);
  if (/\p{Cc}/u.test(name)) messages.push('must not hold control characters');
  return messages;
}

/** Whether a name is empty: clients send the missing name of an imported customer back as an empty one. */
export function isBlank(name: string): boolean {
  return name.trim() === '';
}
