#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { openInBrowser } from './browser.js';
import { openLicense } from './licensing.js';
import { commandLine, describe, explain } from './messages.js';

const COMMANDS = {
  status,
  activate,
  trial,
  run,
  release,
  'device-file': deviceFile,
  'license-file': licenseFile,
};
const USAGE = `Usage: ${commandLine('<command>')}

  status               what this device is licensed for
  activate             activates this device in the browser
  trial                starts the trial, or continues it
  run                  uses the program; works without a network
  release              gives the seat back
  device-file <file>   writes the device file, to activate a device without a network
  license-file <file>  reads the license file that the vendor's page returns for it`;

const [, , commandName = '', file] = process.argv;
process.exitCode = await main();

async function main() {
  const command = Object.hasOwn(COMMANDS, commandName) ? COMMANDS[commandName] : undefined;
  if (command === undefined || (commandName.endsWith('-file') && file === undefined)) {
    print(USAGE);
    return 2;
  }
  let app;
  try {
    app = await openLicense();
    return (await command(app)) ?? 0;
  } catch (failure) {
    print(explain(failure));
    return 1;
  } finally {
    // First wait for the due validation: otherwise a short-running program would never be validated.
    await app?.ready();
    await app?.close();
  }
}

async function status(app) {
  const state = await app.ready();
  print(describe(state));
  // A failure that concerns people: without a license, or when the license would be lost after a restart.
  if (state.problem !== undefined && (!state.isLicensed || state.problem.code === 'StorageFailed'))
    print(explain(state.problem));
  return state.isLicensed ? 0 : 1;
}

async function activate(app) {
  const { browserUrl, finished } = app.activation() ?? (await app.activate());
  print(`Approve this device in your browser: ${browserUrl}`);
  openInBrowser(browserUrl);
  const leave = app.subscribe(({ problem }) => problem !== undefined && print(explain(problem)));
  const result = await finished;
  leave();
  switch (result.outcome) {
    case 'Activated':
      return status(app);
    case 'Refused':
      print(explain(result.refusal));
      return 1;
    case 'Cancelled':
      print(`The activation was cancelled. To try again: ${commandLine('activate')}`);
      return 1;
    default:
      print(`Nobody approved this device in time. To try again: ${commandLine('activate')}`);
      return 1;
  }
}

async function trial(app) {
  await app.startTrial();
  return status(app);
}

async function run(app) {
  // The validation in progress may unlock the license.
  if (!app.state().isLicensed) await app.ready();
  if (!app.state().isLicensed) return status(app);
  print('♪ Your notes are ready.');
  return 0;
}

async function release(app) {
  await app.release();
  print('This device is released. Another one can use the seat.');
}

async function deviceFile(app) {
  await writeFile(file, app.deviceFile());
  const page = new URL('/activate', process.env['LATCHKEY_URL']);
  print(`Take ${file} to a computer with internet, and drop it onto ${page.href}`);
  print(`Then, here, with the file that you get: ${commandLine('license-file <file>')}`);
}

async function licenseFile(app) {
  await app.importLicenseFile(await readFile(file, 'utf8'));
  return status(app);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
