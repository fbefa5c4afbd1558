import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks';

// Imported before anything that imports `node:test`, which creates its hook when it is loaded.

const { createHook } = asyncHooks;

let hook: AsyncHook | undefined;

Object.assign(asyncHooks, {
  createHook: (callbacks: HookCallbacks): AsyncHook => {
    Object.assign(asyncHooks, { createHook });
    hook = createHook(callbacks);
    return hook;
  },
});

/**
 * The hook with which Node's test runner follows every promise and resource of the process, to find the test in which
 * `test` and `after` are called. Undefined if this module was loaded after the runner.
 */
export function runnerHook(): AsyncHook | undefined {
  return hook;
}
