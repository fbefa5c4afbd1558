import type { components } from '@latchkey/sdk';
import { amountIn } from '../form/amounts.ts';

/** The rules of a product for its devices; null: as the account has it. */
export type DeviceRules = components['schemas']['LicensingSettings'];

/** The rules as fields, empty for what the account decides: yes or no, hours between two releases, days. */
type RuleValues = Readonly<Record<keyof DeviceRules, string>>;

const HOUR_SECONDS = 3_600;
/** Seconds stay what they were. */
const HOUR_DIGITS = 6;

/** The fields of rules. */
export function ruleValuesOf(rules: DeviceRules): Record<keyof DeviceRules, string> {
  const { releasePauseSeconds, offlineDays } = rules;
  return {
    releasesOnline: choiceOf(rules.releasesOnline),
    releasesOffline: choiceOf(rules.releasesOffline),
    releasePauseSeconds:
      releasePauseSeconds === null
        ? ''
        : String(Number((releasePauseSeconds / HOUR_SECONDS).toFixed(HOUR_DIGITS))),
    offlineDays: offlineDays === null ? '' : String(offlineDays),
  };
}

/** The fields whose text is no number: sent, they would become the rule of the account. */
export function ruleIssues({ releasePauseSeconds, offlineDays }: RuleValues): readonly string[] {
  return [
    ...(isNumber(releasePauseSeconds, HOUR_DIGITS) ? [] : ['releasePauseSeconds']),
    ...(isNumber(offlineDays, 0) ? [] : ['offlineDays']),
  ];
}

/** The rules as the API takes them. */
export function rulesIn(values: RuleValues): DeviceRules {
  const hours = amountIn(values.releasePauseSeconds, HOUR_DIGITS);
  return {
    releasesOnline: choiceIn(values.releasesOnline),
    releasesOffline: choiceIn(values.releasesOffline),
    releasePauseSeconds: hours === undefined ? null : Math.round(hours * HOUR_SECONDS),
    offlineDays: amountIn(values.offlineDays, 0) ?? null,
  };
}

function isNumber(text: string, digits: number): boolean {
  return text.trim() === '' || amountIn(text, digits) !== undefined;
}

function choiceOf(is: boolean | null): string {
  if (is === null) return '';
  return is ? 'yes' : 'no';
}

function choiceIn(text: string): boolean | null {
  return text === '' ? null : text === 'yes';
}
