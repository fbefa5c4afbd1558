import fs from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import process from 'node:process';

/**
 * Loads the parts of electron-updater that need no Electron; requests go to the port, regardless of their URL. A
 * package below it replaces functions of Node: `restore` puts them back.
 */
export async function loadElectronUpdater(port: number) {
  const { chdir, cwd } = process;
  const { close, closeSync } = fs;
  const { NsisUpdater } = await import('electron-updater/out/NsisUpdater.js');
  const { ElectronHttpExecutor } = await import('electron-updater/out/electronHttpExecutor.js');
  const { GenericProvider } = await import('electron-updater/out/providers/GenericProvider.js');
  /** Its HTTP client, over Node in place of Electron. */
  class NodeExecutor extends ElectronHttpExecutor {
    override createRequest(options: object, callback: (response: unknown) => void): ClientRequest {
      return request({ ...options, port, agent: false }, callback);
    }
  }
  const restore = (): void => {
    Object.assign(process, { chdir, cwd });
    Object.assign(fs, { close, closeSync });
  };
  return { NsisUpdater, GenericProvider, NodeExecutor, restore };
}
