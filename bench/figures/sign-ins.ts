import { requestBytes } from '../load/http-client.ts';
import { runLoad } from '../load/load.ts';
import { msText, perSecondText } from '../report.ts';
import { signUp } from '../sign-up.ts';
import { type Bench, CONNECTIONS } from './figure.ts';

const AIM_P99_MS = 50;
/** A rate that leaves the machine room for hashing the passwords. */
const VALIDATIONS_PER_SECOND = 300;
const SIGN_IN_CONNECTIONS = 16;
const SECONDS = 4;

/** License validations at a moderate rate during a flood of sign-ins: both compute in the threads of one pool. */
export const signIns: Bench = async (arena) => {
  const { productId, tokens } = arena.seeded;
  const path = `/api/client/licenses/${productId}/validate`;
  const headers = { 'content-type': 'text/plain' };
  const validations = {
    requests: tokens.map((token) => requestBytes('POST', path, headers, token)),
    connections: CONNECTIONS,
    perSecond: VALIDATIONS_PER_SECOND,
  };
  const target = await arena.start();
  try {
    const { email, password } = await signUp(target);
    const signInPath = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
    const flood = {
      port: target.port,
      requests: [requestBytes('POST', signInPath, headers, password)],
      connections: SIGN_IN_CONNECTIONS,
    };
    const alone = await runLoad({ ...validations, port: target.port, seconds: SECONDS });
    const [flooded, signedIn] = await Promise.all([
      runLoad({ ...validations, port: target.port, seconds: SECONDS, warmupSeconds: 1 }),
      runLoad({ ...flood, seconds: SECONDS + 1 }),
    ]);
    return [
      {
        what: `validate at ${VALIDATIONS_PER_SECOND}/s while sign-ins flood`,
        measured: `p50 ${msText(flooded.p50Ms)}, p90 ${msText(flooded.p90Ms)}, p99 ${msText(flooded.p99Ms)}`,
        limit: `p99 ${msText(alone.p99Ms)} without them`,
        aim: `p99 < ${AIM_P99_MS} ms`,
        isReached: flooded.p99Ms < AIM_P99_MS,
      },
      { what: 'sign-ins meanwhile', measured: perSecondText(signedIn.perSecond) },
    ];
  } finally {
    await target.stop();
  }
};
