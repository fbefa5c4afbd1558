import type { Command } from 'commander';
import { notFound } from '../kernel/problem.ts';
import { terminalContext } from '../modules/accounts/index.ts';
import type { VariationChanges } from '../modules/catalog/index.ts';
import { ConfigError } from '../platform/config.ts';
import { numberOf } from './arguments.ts';
import { printJson } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

const CYCLES = ['OneOff', 'Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'] as const;
const NONE = 'none';
const MOST_DAYS = 365;
const MOST_CYCLES = 1_200;

interface TermOptions {
  readonly cycle?: string;
  readonly freeDays?: string;
  readonly ownAfter?: string;
  readonly payoffDiscount?: string;
  readonly fallbackAfter?: string;
  readonly pause?: string;
  readonly milestone?: readonly string[];
  readonly account?: string;
}

/** `latchkey variation set` */
export function addVariationCommands(program: Command): void {
  program
    .command('variation')
    .description('change how a variation is sold')
    .command('set')
    .description(
      'change the billing cycle of a variation and what its subscriptions offer; running ones stay',
    )
    .argument('<variation>', 'the id of the variation')
    .option('--cycle <cycle>', CYCLES.join(', '))
    .option('--free-days <days>', `free days at the beginning, up to ${MOST_DAYS}, or ${NONE}`)
    .option('--own-after <cycles>', `licenses are perpetual after as many paid cycles, or ${NONE}`)
    .option(
      '--payoff-discount <percent>',
      `off what is left, for paying it at once, from 1 to 99, or ${NONE}`,
    )
    .option('--fallback-after <cycles>', `versions stay after as many paid cycles in a row, or ${NONE}`)
    .option('--pause <yes|no>', 'whether customers can pause it')
    .option('--milestone <cycles=coupon...>', `coupon codes after paid cycles, such as 6=loyal, or ${NONE}`)
    .option('--account <id>', 'the account; by default the default account')
    .action(setCommand);
}

async function setCommand(id: string, { account, ...options }: TermOptions): Promise<void> {
  const { variationRowAnswer } = await import('../api/wire/catalog.ts');
  const { findVariation, updateVariation } = await import('../modules/catalog/index.ts');
  const changes = changesOf(options);
  await withSystem(async (system) => {
    const ctx = terminalContext(system, await accountOrDefault(system, account));
    const variation = await findVariation(ctx, id);
    if (variation === undefined) throw notFound({ detail: `The account has no variation ${id}.` });
    const { productId, bundleId } = variation;
    const item =
      productId === null
        ? { type: 'Bundle' as const, id: bundleId ?? '' }
        : { type: 'Product' as const, id: productId };
    printJson(variationRowAnswer(await updateVariation(ctx, item, id, changes)));
  });
}

/** Every mistake of the options is named at once; what contradicts the variation, by the catalogue. */
function changesOf(options: Omit<TermOptions, 'account'>): VariationChanges {
  if (Object.keys(options).length === 0) throw new ConfigError(['an option is needed: what shall change?']);
  const { cycle, freeDays, ownAfter, payoffDiscount, fallbackAfter, pause, milestone } = options;
  const mistakes: string[] = [];
  const count = (text: string | undefined, name: string, most: number) =>
    optionOf(mistakes, () => countOf(text, name, most));
  const percent = count(payoffDiscount, '--payoff-discount', 99);
  const recurrence = CYCLES.find((name) => name === cycle);
  if (cycle !== undefined && recurrence === undefined)
    mistakes.push(`--cycle must be one of ${CYCLES.join(', ')}`);
  if (pause !== undefined && pause !== 'yes' && pause !== 'no') mistakes.push('--pause must be yes or no');
  const changes = {
    recurrence,
    terms: {
      freeDays: count(freeDays, '--free-days', MOST_DAYS),
      ownAfterCycles: count(ownAfter, '--own-after', MOST_CYCLES),
      fallbackAfterCycles: count(fallbackAfter, '--fallback-after', MOST_CYCLES),
      canPause: pause === undefined ? undefined : pause === 'yes',
      payoffBasisPoints: percent && percent * 100,
      milestones: milestone && optionOf(mistakes, () => milestonesOf(milestone)),
    },
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return changes;
}

/** What an option says; a mistake in it is noted with the others. */
function optionOf<Value>(mistakes: string[], read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    mistakes.push(...error.mistakes);
    return undefined;
  }
}

function countOf(text: string | undefined, name: string, most: number): number | null | undefined {
  if (text === undefined) return undefined;
  return text === NONE ? null : numberOf(text, name, most);
}

function milestonesOf(texts: readonly string[]) {
  if (texts.length === 1 && texts[0] === NONE) return [];
  const milestones = texts.map((text) => {
    const [, cycles = '', couponId = ''] = /^(\d{1,4})=(\S+)$/.exec(text) ?? [];
    return { text, afterCycles: Number(cycles), couponId };
  });
  const wrong = milestones.filter(({ couponId }) => couponId === '');
  if (wrong.length > 0)
    throw new ConfigError(wrong.map(({ text }) => `"${text}" is not a milestone such as 6=loyal`));
  return milestones.map(({ afterCycles, couponId }) => ({ afterCycles, couponId }));
}
