/**
 * Whether a version that an application reports is lower than the current one, by the numbers before any suffix. A
 * version without such numbers is not: nobody is asked to update because of a guess.
 */
export function isOlder(version: string, current: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(current)];
  if (own === undefined || other === undefined) return false;
  for (let place = 0; place < Math.max(own.length, other.length); place += 1) {
    const difference = (own[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return isPreview(version) && !isPreview(current);
}

function numbersOf(version: string): readonly number[] | undefined {
  const [numbers] = /^\d+(\.\d+)*/.exec(version.replace(/^v/i, '')) ?? [];
  return numbers?.split('.').map(Number);
}

function isPreview(version: string): boolean {
  return version.includes('-');
}
