import nodeCrypto from 'node:crypto';
import fs from 'node:fs';
import promises from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import process from 'node:process';
import timers from 'node:timers';

const SHARED = [
  { globalThis, process, performance, console, Date, Math, JSON, Promise },
  { 'Performance.prototype': Performance.prototype, 'Date.prototype': Date.prototype },
  { 'node:crypto': nodeCrypto, 'node:fs': fs, 'node:fs/promises': promises },
  { 'node:http': http, 'node:net': net, 'node:timers': timers },
].flatMap((objects) => Object.entries<object>(objects));
/** Events whose handlers decide how a process ends. */
const EVENTS = 'SIGINT SIGTERM SIGHUP uncaughtException unhandledRejection message disconnect'.split(' ');
const COMPUTED = Symbol('computed when it is read');

/** What one test file could change for the next one, by name: globals, modules of Node, the environment, handlers. */
export function processState(): Map<string, unknown> {
  const state = new Map<string, unknown>([['working directory', process.cwd()]]);
  for (const [name, value] of Object.entries(process.env))
    // The encoder of pictures sets it when it is loaded, to where it found itself.
    if (name !== 'VIPSHOME') state.set(`variable ${name}`, value);
  for (const event of EVENTS) state.set(`handlers of ${event}`, process.listenerCount(event));
  for (const [kind, count] of openResources()) state.set(`an open ${kind}`, count);
  for (const [name, object] of SHARED) {
    const inherited = Object.getOwnPropertyDescriptors(Reflect.getPrototypeOf(object) ?? {});
    for (const [key, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      // A mock that was restored leaves a copy of what its object inherits.
      const isCopy = value !== undefined && inherited[key]?.value === value;
      if (!key.startsWith('_') && !isCopy) state.set(`${name}.${key}`, get === undefined ? value : COMPUTED);
    }
  }
  return state;
}

/** The names of the parts that have changed; of what is open, only what has become more. */
export function changedState(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [old, current] = [before.get(name), after.get(name)];
    if (name.startsWith('an open ')) return Number(current ?? 0) > Number(old ?? 0);
    return old !== COMPUTED && !Object.is(old, current);
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
