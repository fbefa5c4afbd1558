// Code of the workers of signers.ts. JavaScript, so that no worker needs its own TypeScript compiler of 20 MB, and
// CommonJS, so that none needs its own loader of ES modules, another 3 MB.

const { sign } = require('node:crypto');
const { getPriority, setPriority } = require('node:os');
const process = require('node:process');
const { parentPort } = require('node:worker_threads');

/** Lower than the event loop, which feeds the workers, and higher than the operator's background processes. */
const NICER = 5;
const NICEST = 19;

// On Linux the call sets the priority of the calling thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(getPriority(0) + NICER, NICEST));
  } catch {
    // A sandbox may forbid it. Signing then works at normal priority.
  }
}

parentPort?.on('message', (/** @type {import('./signers.ts').SigningTask} */ task) => {
  parentPort?.postMessage(signAll(task));
});

/**
 * @param {import('./signers.ts').SigningTask} task
 * @returns {import('./signers.ts').SigningAnswer}
 */
function signAll({ method: { key, digest, dsaEncoding }, inputs }) {
  try {
    const signatures = inputs.map((input) => sign(digest, Buffer.from(input), { key, dsaEncoding }));
    return { signatures: signatures.map((signature) => signature.toString('base64url')) };
  } catch (error) {
    return { failure: error };
  }
}
