import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformOf, versionIn } from './release-files.ts';

test('the name of a file says which system it is for, the ending first', () => {
  const names = {
    'Synth-2.1.0.dmg': 'Mac',
    'Synth Setup.exe': 'Windows',
    'synth-2.1.0-linux-x64.tar.gz': 'Linux',
    'synth_mac.zip': 'Mac',
    'synth-win64.zip': 'Windows',
    'darwinian-notes.zip': 'Universal',
    'presets.zip': 'Universal',
  };
  for (const [name, platform] of Object.entries(names)) assert.equal(platformOf(name), platform, name);
});

test('a version has up to three numbers', () => {
  assert.deepEqual(versionIn(' v2.1 '), { major: 2, minor: 1, patch: 0 });
  assert.deepEqual(versionIn('10.20.30'), { major: 10, minor: 20, patch: 30 });
  for (const text of ['', '2.1-beta', '1.2.3.4', 'two']) assert.equal(versionIn(text), undefined, text);
});
