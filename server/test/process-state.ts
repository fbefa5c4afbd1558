import fs from 'node:fs';
import promises from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import nodeCrypto from 'node:crypto';
import timers from 'node:timers';
import process from 'node:process';

/** The state that all code in a process shares, by name. */
export type ProcessState = ReadonlyMap<string, unknown>;

const SHARED: Readonly<Record<string, object>> = {
  globalThis,
  process,
  performance,
  'Performance.prototype': Performance.prototype,
  console,
  Date,
  'Date.prototype': Date.prototype,
  Math,
  JSON,
  Promise,
  'node:fs': fs,
  'node:fs/promises': promises,
  'node:http': http,
  'node:net': net,
  'node:crypto': nodeCrypto,
  'node:timers': timers,
};
/** Events whose handlers decide how a process ends. */
const EVENTS = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'uncaughtException',
  'unhandledRejection',
  'message',
  'disconnect',
];

const MADE_WHEN_READ = Symbol('made when it is first read');

/**
 * The state that one test file could change under the next one: globals, built-in modules, the environment, handlers.
 */
export function processState(): ProcessState {
  const state = new Map<string, unknown>();
  for (const [name, object] of Object.entries(SHARED)) {
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      if (key.startsWith('_') || isInherited(object, key, descriptor)) continue;
      state.set(`${name}.${key}`, 'value' in descriptor ? descriptor.value : MADE_WHEN_READ);
    }
  }
  for (const [name, value] of Object.entries(process.env)) state.set(`variable ${name}`, value);
  for (const event of EVENTS) state.set(`handlers of ${event}`, process.listenerCount(event));
  state.set('working directory', process.cwd());
  return state;
}

/** Whether an object has its own copy of an inherited property: a restored mock leaves that behind. */
function isInherited(object: object, key: string, { value }: PropertyDescriptor): boolean {
  const prototype = Reflect.getPrototypeOf(object);
  if (value === undefined || prototype === null) return false;
  return Reflect.getOwnPropertyDescriptor(prototype, key)?.value === value;
}

/** The names of the parts that have changed. */
export function changedState(before: ProcessState, after: ProcessState): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => {
    if (before.get(name) === MADE_WHEN_READ) return !after.has(name);
    return !Object.is(before.get(name), after.get(name)) || before.has(name) !== after.has(name);
  });
}

/**
 * The number of resources of each kind that keep this process from ending: servers, sockets, timers, child processes.
 */
export function openResources(): Map<string, number> {
  const open = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) open.set(kind, (open.get(kind) ?? 0) + 1);
  return open;
}
