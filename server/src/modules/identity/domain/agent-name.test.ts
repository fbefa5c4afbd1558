import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentName } from './agent-name.ts';

test('a session is named by its browser and system, as its owner knows them', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  const cases: [string | undefined, string | undefined, string | undefined][] = [
    [`${mac} Version/17.0 Safari/605.1.15`, 'Safari', 'macOS'],
    [`${windows} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    ['Demo App/1.2.0 (Mac OS X)', 'Demo App', 'macOS'],
    ['curl/8.5.0', 'curl', undefined],
    ['node', 'node', undefined],
    ['', undefined, undefined],
    [undefined, undefined, undefined],
  ];
  for (const [userAgent, browser, system] of cases)
    assert.deepEqual(agentName(userAgent), { browser, system });
});
