import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../log.ts';
import { LazyLog } from './lazy-log.ts';

function logged(level: string, write: (log: LazyLog) => void): unknown[] {
  const lines: unknown[] = [];
  const log = createLog(level, { write: (line) => lines.push(JSON.parse(line)) });
  write(new LazyLog(log, { reqId: 'r1' }));
  return lines.map((line) => ({ ...Object(line), time: undefined }));
}

test('every line carries the id of its request, like those of a child of the log', () => {
  const write = (log: Pick<LazyLog, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>) => {
    log.trace('one');
    log.debug({ a: 1 }, 'two');
    log.info('%d', 3);
    log.warn({ a: 4 });
    log.error({ err: 'five' }, 'five');
    log.fatal('six');
    log.child({ more: 7 }).info('seven');
  };
  const ofChild: unknown[] = [];
  const parent = createLog('trace', { write: (line) => ofChild.push(JSON.parse(line)) });
  write(parent.child({ reqId: 'r1' }));
  const lines = logged('trace', write);
  assert.equal(lines.length, 7);
  assert.deepEqual(
    lines,
    ofChild.map((line) => ({ ...Object(line), time: undefined })),
  );
});

test('what the level leaves out is left out', () => {
  const lines = logged('warn', (log) => {
    log.info('less');
    log.silent();
    log.warn('enough');
  });
  assert.deepEqual(lines, [{ level: 40, reqId: 'r1', msg: 'enough', time: undefined }]);
});
