#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { covers, isProblem, upgradeOfferOf } from '@latchkey/sdk/application';
import { openInBrowser } from './browser.js';
import { openLicense, VERSION } from './licensing.js';
import { commandLine, describe, describeAddOn, explain } from './messages.js';

/** How often it asks whether an upgrade was bought. */
const POLL_MS = 2_000;

const COMMANDS = {
  status,
  activate,
  trial,
  run,
  'add-ons': addOns,
  release,
  'device-file': deviceFile,
  'license-file': licenseFile,
};
const USAGE = `Usage: ${commandLine('<command>')}

  status               what this device is licensed for
  activate             activates this device in the browser
  trial                starts the trial, or continues it
  run                  uses the program; works without a network
  add-ons [id]         shows the add-ons of this device, or activates one
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
  if (!(await isCovered(app))) return 1;
  print('♪ Your notes are ready.');
  for (const { id, isActive } of app.state().license.addOns) if (isActive) print(`♪ With ${id}.`);
  return 0;
}

/**
 * Whether the license covers this version. If not, it shows the page of the upgrade and waits for it: the next validation
 * unlocks the program, without a restart. Earlier versions keep working.
 */
async function isCovered(app) {
  let isOffered = false;
  while (app.state().isLicensed && !covers(app.state().license, VERSION)) {
    try {
      await app.validate();
    } catch (failure) {
      const offer = isProblem(failure) ? upgradeOfferOf(failure) : undefined;
      // While people buy, the network may fail.
      if (offer === undefined && !isOffered) throw failure;
      if (!isOffered) {
        const { upgradeUrl } = offer;
        const place = upgradeUrl === undefined ? '' : ` Get version ${VERSION} here: ${upgradeUrl}`;
        print(`${explain(failure)}${place}`);
        if (upgradeUrl === undefined) return false;
        openInBrowser(upgradeUrl);
      }
      isOffered = true;
      await wait(POLL_MS);
    }
  }
  return app.state().isLicensed;
}

async function addOns(app) {
  await app.ready();
  if (file !== undefined) await app.activateAddOn(file);
  const { currency, subProducts } = await app.subProducts();
  for (const subProduct of subProducts) print(describeAddOn(subProduct, currency));
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
