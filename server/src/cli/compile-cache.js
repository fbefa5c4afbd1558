import { constants, enableCompileCache } from 'node:module';

/**
 * Makes later starts read compiled code, instead of TypeScript, from the first writable one of these folders. Without
 * any, each start compiles again, which takes about as long as the rest of it.
 *
 * @param {readonly string[]} folders
 */
export function cacheCompiledCode(folders) {
  folders.some((folder) => enableCompileCache(folder).status !== constants.compileCacheStatus.FAILED);
}
