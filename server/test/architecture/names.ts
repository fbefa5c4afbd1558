const PARTICIPLES = new Set(
  (
    'answered asked begun bought called chosen counted found given gone got held heard kept known listed lost made ' +
    'meant named put said seen sent shown spoken stored taken told tried used wanted written'
  ).split(' '),
);

/** Whether a name describes an action on a value, and not the value itself. */
export function isParticiple(name: string): boolean {
  return PARTICIPLES.has(name.toLowerCase());
}
