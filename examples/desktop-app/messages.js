import path from 'node:path';
import process from 'node:process';

/** The sentence for each state: the compiler of a TypeScript program checks that none is missing. */
export function describe(state) {
  switch (state.status) {
    case 'Active':
      return state.daysLeft === undefined
        ? `${who(state.license)}.`
        : `${who(state.license)}, ${days(state.daysLeft)} left.`;
    case 'Overdue':
      return `${who(state.license)}. Connect to the internet within ${days(state.daysUntilLock)}.`;
    case 'Locked':
      return 'This license has not been checked for a long time. Check the date of this computer, connect to the internet, and start the program again.';
    case 'Expired':
      return `${state.license.isTrial ? 'The trial is over' : 'This license has expired'}. ${ACTIVATE}`;
    case 'Unusable':
      return state.fault === 'Unreadable'
        ? 'The license on this disk cannot be read now.'
        : `The license on this disk cannot be used on this device. ${ACTIVATE}`;
    case 'Unlicensed':
      return state.ending === undefined
        ? `No license. ${ACTIVATE}`
        : `${sentence(state.ending.detail)} ${ACTIVATE}`;
  }
}

/** The message and the next step: for a refusal of the server, a `LicenseError` and an error of the file system. */
export function explain(failure) {
  const reason = FILES[failure.code];
  if (reason !== undefined) return `${failure.path ?? 'The disk'} ${reason}`;
  const next = NEXT[failure.errorType ?? failure.fault ?? failure.code];
  const cause =
    failure.code === 'StorageFailed' && failure.cause instanceof Error ? explain(failure.cause) : next;
  return [sentence(failure.message), ...(cause === undefined ? [] : [cause])].join(' ');
}

/** An add-on in the list of the server: what this device has of it, or where it is sold. */
export function describeAddOn({ id, product, active, buyUrl }, currency) {
  if (active) return `${product.name} (${id}): active on this device`;
  if (product.owned) return `${product.name} (${id}): yours. Use it here: ${commandLine(`add-ons ${id}`)}`;
  const price = product.defaultVariation?.price[currency];
  const text = price === undefined ? '' : `, ${price} ${currency}`;
  return `${product.name} (${id})${text}${buyUrl === undefined ? '' : `: ${buyUrl}`}`;
}

/** A command line to copy. */
export function commandLine(command) {
  return `node ${path.relative('', process.argv[1])} ${command}`;
}

const ACTIVATE = `Run: ${commandLine('activate')}`;
const NEW_FILE = `Make a new device file: ${commandLine('device-file studio.dt')}`;

/** By `errorType` of the server, `fault` of a token or `code` of a `LicenseError`. All others are self-explanatory. */
const NEXT = {
  OfflineToken: 'It stays on this device. Ask the vendor if you need the seat on another one.',
  TrialsCannotBeRevoked: 'It ends by itself.',
  TrialExpired: `With a license: ${commandLine('activate')}`,
  TrialsNotAllowed: `With a license: ${commandLine('activate')}`,
  Unauthorized: `Sign in to start it: ${commandLine('activate')}`,
  NoLicense: ACTIVATE,
  AlreadyLicensed: `See: ${commandLine('status')}`,
  Malformed: 'Choose the file that the page /activate returned; its name ends in .mb.',
  OtherDevice: NEW_FILE,
  NotOffline: NEW_FILE,
  Expired: NEW_FILE,
};

const NO_PERMISSION = 'cannot be opened: you have no permission. Choose another place.';
const FILES = {
  ENOENT: 'cannot be found. Check the name and the folder.',
  ENOTDIR: 'cannot be found. Check the name and the folder.',
  EISDIR: 'is a folder. Name a file.',
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: NO_PERMISSION,
  ENOSPC: 'has no space left. Make some, and try again.',
};

function who({ isTrial, productName, owner, method }) {
  const name = isTrial ? `Trial of ${productName}` : productName;
  return `${name}, licensed to ${owner?.name ?? 'this device'}${method === 'Offline' ? ', offline' : ''}`;
}

function days(count) {
  return count === 1 ? '1 day' : `${count} days`;
}

/** Some details of the server have no full stop. */
function sentence(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
