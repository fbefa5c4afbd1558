#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { openInBrowser } from './browser.js';
import { openLicense } from './licensing.js';

const COMMANDS = {
  status,
  activate,
  trial,
  run,
  release,
  'device-file': deviceFile,
  'license-file': licenseFile,
};
const USAGE = `Usage: node main.js <command>

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
  if (command === undefined) {
    print(USAGE);
    return 2;
  }
  let app;
  try {
    app = await openLicense();
    return (await command(app)) ?? 0;
  } catch (failure) {
    // A refusal of the server, or why it could not be asked: both are sentences for people.
    print(failure.message);
    return 1;
  } finally {
    await app?.close();
  }
}

function status(app) {
  print(describe(app.state()));
  return app.state().isLicensed ? 0 : 1;
}

async function activate(app) {
  const { browserUrl, finished } = app.activation() ?? (await app.activate());
  print(`Approve this device in your browser: ${browserUrl}`);
  openInBrowser(browserUrl);
  const result = await finished;
  switch (result.outcome) {
    case 'Activated':
      return status(app);
    case 'Refused':
      print(result.refusal.message);
      return 1;
    default:
      print(`Not activated: ${result.outcome}.`);
      return 1;
  }
}

async function trial(app) {
  await app.startTrial();
  return status(app);
}

function run(app) {
  if (!app.state().isLicensed) return status(app);
  print('♪ Your notes are ready.');
  return 0;
}

async function release(app) {
  await app.release();
  print('This device is released. Another one can use the seat.');
}

async function deviceFile(app) {
  await writeFile(fileName(), app.deviceFile());
  print(`Take ${file} to a computer with internet and open the vendor's page /activate.`);
}

async function licenseFile(app) {
  await app.importLicenseFile(await readFile(fileName(), 'utf8'));
  return status(app);
}

/** A sentence for each state: the compiler of a TypeScript program checks that none is missing. */
function describe(state) {
  switch (state.status) {
    case 'Active':
      return `${who(state.license)}${days(state)}.`;
    case 'Overdue':
      return `${who(state.license)}. Connect to the internet within ${state.daysUntilLock} days.`;
    case 'Locked':
      return 'Connect to the internet once: this license has not been checked for a long time.';
    case 'Expired':
      return state.license.isTrial ? 'The trial is over.' : 'This license has expired.';
    case 'Unusable':
      return 'The license on this disk cannot be used on this device. Activate it again.';
    case 'Unlicensed':
      return state.ending === undefined ? 'No license. Run: node main.js activate' : state.ending.detail;
  }
}

function who({ isTrial, productName, owner, method }) {
  const name = isTrial ? `Trial of ${productName}` : productName;
  return `${name}, licensed to ${owner?.name ?? 'this device'}${method === 'Offline' ? ', offline' : ''}`;
}

function days({ daysLeft }) {
  return daysLeft === undefined ? '' : `, ${daysLeft} days left`;
}

function fileName() {
  if (file === undefined) throw new Error('Name the file.');
  return file;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
