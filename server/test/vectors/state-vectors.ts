import { DAY, ISSUED_AT } from './vector-claims.ts';

const POLICY = { validateEverySeconds: DAY, graceSeconds: 30 * DAY };

type Method = 'Online' | 'Offline';

/** Everything in `docs/vectors/states.json`: times in seconds since 1970, `ran` in seconds. */
export function stateVectors() {
  const trialEnd = ISSUED_AT + 14 * DAY;
  const year = 365 * DAY;
  const cases = [
    moment('just validated', { now: 0 }, 'Active'),
    moment('a day later', { now: DAY }, 'Active', true),
    moment('before half of the grace period', { now: 15 * DAY - 1 }, 'Active', true),
    moment('half of the grace period', { now: 15 * DAY }, 'Overdue', true),
    moment('before the end of the grace period', { now: 30 * DAY - 1 }, 'Overdue', true),
    moment('the end of the grace period', { now: 30 * DAY }, 'Locked', true),
    moment(
      'the clock is behind by a year all the time',
      { received: -year, now: DAY - year },
      'Active',
      true,
    ),
    moment('the clock is ahead by a year all the time', { received: year, now: year + 60 }, 'Active'),
    moment('the clock was ahead and is right now', { received: year, now: 60 }, 'Active'),
    moment('the clock was behind and is right now', { received: -year, now: 60 }, 'Active'),
    moment('the clock is set forward', { now: year }, 'Locked', true),
    moment('the clock is set back', { now: -year }, 'Active'),
    moment(
      'the clock is set back after half of the grace period',
      { now: -year, ran: 15 * DAY },
      'Overdue',
      true,
    ),
    moment('the clock is set back again and again', { now: 0, ran: 30 * DAY }, 'Locked', true),
    moment('a trial', { now: 14 * DAY - 1, exp: trialEnd }, 'Active', true),
    moment('a trial that is over', { now: 14 * DAY, exp: trialEnd }, 'Expired', true),
    moment(
      'a trial that is over soon after its validation',
      { now: 3_600, exp: ISSUED_AT + 3_600 },
      'Expired',
      true,
    ),
    moment('a trial with the clock set back', { now: -year, ran: 14 * DAY, exp: trialEnd }, 'Expired', true),
    moment('an offline license', { now: 10 * year, method: 'Offline', received: undefined }, 'Active'),
    moment(
      'an offline license that is over',
      { now: 14 * DAY, method: 'Offline', received: undefined, exp: trialEnd },
      'Expired',
    ),
  ];
  return { policy: POLICY, cases, renewals: renewals() };
}

/** Responses to a validation, and whether their token replaces the one that is stored when they arrive. */
function renewals() {
  const present = { id: 'a-1', validated: ISSUED_AT };
  const year = 365 * DAY;
  const renewal = (name: string, isTaken: boolean, validated: number, circumstances: Arrival = {}) => {
    const { now = Math.max(0, validated), wasSent = true, id = present.id } = circumstances;
    const answer = { id, validated: ISSUED_AT + validated };
    return { name, present, wasSent, now: ISSUED_AT + now, answer, isTaken };
  };
  return [
    renewal('a later validation', true, DAY),
    renewal('the same answer once more', false, 0),
    renewal('the clock of the server was a year ahead, and is right now', true, -year, { now: -year }),
    renewal('an earlier answer is replayed', false, -DAY, { now: 29 * DAY }),
    renewal('the license has another activation now', true, -year, { id: 'a-2' }),
    renewal('another process has stored a later token meanwhile', false, -60, { wasSent: false }),
    renewal('another process has stored an earlier token meanwhile', false, 60, { wasSent: false }),
  ];
}

/** How a response to a validation arrives. */
interface Arrival {
  /** Seconds after the time of the stored token, by the clock of the device. */
  readonly now?: number;
  readonly wasSent?: boolean;
  readonly id?: string;
}

interface Circumstances {
  /** Seconds after the validation, by the clock of the device. */
  readonly now: number;
  readonly received?: number | undefined;
  readonly ran?: number;
  readonly exp?: number;
  readonly method?: Method;
}

function moment(name: string, circumstances: Circumstances, status: string, isValidationDue = false) {
  const { now, ran = 0, exp, method = 'Online' } = circumstances;
  const received = 'received' in circumstances ? circumstances.received : 0;
  return {
    name,
    token: { validated: ISSUED_AT, method, ...(exp !== undefined && { exp }) },
    ...(received !== undefined && { receivedAt: ISSUED_AT + received }),
    ran,
    now: ISSUED_AT + now,
    expected: { status, isValidationDue },
  };
}
