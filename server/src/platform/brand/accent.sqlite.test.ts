import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SURFACES, accentColors, accentScale } from './accent.ts';
import { contrast, isHexColor, toHex, toLch } from './color.ts';

const NOTORIOUS = [
  '#ffff00',
  '#ffffff',
  '#000000',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#808080',
  '#777777',
  '#ffe5b4',
];
const COLORS = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

function assertReadable(accent: string): void {
  for (const scheme of ['light', 'dark'] as const) {
    const colors = accentColors(accent, scheme);
    const surfaces = SURFACES[scheme];
    const atLeast = (minimum: number, one: string, other: string, what: string): void => {
      const ratio = contrast(one, other);
      assert.ok(
        ratio >= minimum,
        `${what} of ${accent}, ${scheme}: ${one} on ${other} has ${ratio.toFixed(2)}`,
      );
    };
    atLeast(4.5, colors.onFill, colors.fill, 'the label of a button');
    atLeast(4.5, colors.onFill, colors.fillHover, 'the label of a button under the pointer');
    atLeast(3, colors.onMark, colors.mark, 'a sign on a mark');
    for (const surface of surfaces) {
      atLeast(4.5, colors.text, surface, 'a link');
      atLeast(3, colors.mark, surface, 'the ring of the focus');
      atLeast(3, colors.fillEdge ?? colors.fill, surface, 'the edge of a button');
    }
    for (const tint of [colors.tint, colors.tintHover]) atLeast(4.5, colors.text, tint, 'a link in a notice');
  }
}

describe('the colors of an accent', () => {
  it('can be read in both themes, whatever the vendor chose', () => {
    for (const accent of NOTORIOUS) assertReadable(accent);
    fc.assert(fc.property(COLORS, assertReadable), { numRuns: 300 });
  });

  it('leave a color that can be read as it is, and keep the hue of one that cannot', () => {
    const { fill, fillEdge, mark, text, onFill } = accentColors('#1C6FBE', 'light');
    assert.deepEqual([fill, fillEdge, mark, onFill], ['#1c6fbe', undefined, '#1c6fbe', '#ffffff']);
    assert.ok(Math.abs(toLch(text).hue - toLch('#1c6fbe').hue) < 0.05);
    const yellow = accentColors('#ffe600', 'light');
    assert.deepEqual([yellow.fill, yellow.onFill], ['#ffe600', '#000000']);
    assert.ok(Math.abs(toLch(yellow.mark).hue - toLch('#ffe600').hue) < 0.1);
  });

  it('come with a scale from light to dark', () => {
    fc.assert(
      fc.property(COLORS, (accent) => {
        const scale = accentScale(accent);
        assert.equal(scale.length, 10);
        assert.ok(scale.every(isHexColor));
        const levels = scale.map((step) => toLch(step).lightness);
        assert.ok(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 1) + 0.01));
      }),
      { numRuns: 50 },
    );
  });

  it('survive the way to OKLCH and back', () => {
    fc.assert(
      fc.property(COLORS, (color) => assert.equal(toHex(toLch(color)), color)),
      { numRuns: 100 },
    );
  });
});
