import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLine, checkName, isBlank, MAX_NAME_CHARACTERS, toLine } from './name.ts';

const CONTROL = 'must not contain control characters';
const TURN = 'must not contain characters that change the direction of text';

test('a name is refused with every rule that it breaks', () => {
  const longest = 'x'.repeat(MAX_NAME_CHARACTERS);
  const cases = [
    ['Ada Lovelace', []],
    ['\u200Fעדה', []],
    [longest, []],
    [` ${longest}\n`, []],
    ['', ['must not be empty']],
    [' \t', ['must not be empty']],
    [`${longest}x`, ['must have at most 200 characters']],
    ['Ada\nLovelace', [CONTROL]],
    ['Ada\u2028Lovelace', [CONTROL]],
    ['Ada\u202ELovelace', [TURN]],
    [`\u2066${longest}\0x`, ['must have at most 200 characters', CONTROL, TURN]],
  ] as const;
  for (const [name, messages] of cases) assert.deepEqual(checkName(name), messages, JSON.stringify(name));
});

test('a line may be empty, and may have spaces around it', () => {
  assert.deepEqual([checkLine(''), checkLine('\nAda\n'), checkLine('A\nda')], [[], [], [CONTROL]]);
});

test('a text that was stored before such rules becomes one line', () => {
  assert.equal(toLine(' Ada\r\n\u202ELove\u2029lace\u2069 '), 'Ada Love lace');
});

test('a name of spaces is none', () => {
  assert.deepEqual([isBlank(''), isBlank(' \n'), isBlank(' a ')], [true, true, false]);
});
