import type { Context } from '../../accounts/index.ts';
import { loadCatalog, type Product } from '../../catalog/index.ts';
import { type ActivationRecord, findActivationRecords } from '../store/activations.ts';
import type { PresentedToken, Renewal, TokenCase } from '../domain/token-decision.ts';
import type { Trial } from '../tables.ts';
import { readLicenseTokens } from '../tokens/license-tokens.ts';
import { findTrials } from '../store/trials.ts';

export type LicenseTokenCase = TokenCase<Product, ActivationRecord, Trial>;

export type LicenseTokenRenewal = Renewal<Product, ActivationRecord, Trial>;

/** Reads the state that decisions about tokens of one account depend on, in their order and with one round of reads. */
export async function readTokenCases(
  ctx: Context,
  presented: readonly { readonly token: string; readonly productId: string }[],
): Promise<LicenseTokenCase[]> {
  const catalog = await loadCatalog(ctx);
  const tokens = await readLicenseTokens(ctx, presented);
  const subjectOf = await readSubjects(ctx, tokens);
  return presented.map(({ productId }, index) => {
    const token = tokens[index];
    return { token, product: catalog.product(productId), subject: token && subjectOf(token) };
  });
}

/** Finds the activations and trials that the tokens name. */
async function readSubjects(
  ctx: Context,
  tokens: readonly (PresentedToken | undefined)[],
): Promise<(token: PresentedToken) => LicenseTokenCase['subject']> {
  const { reader } = ctx.database;
  const idsOf = (isTrial: boolean): string[] => [
    ...new Set(tokens.flatMap((token) => (token?.isTrial === isTrial ? [token.id] : []))),
  ];
  const [activationIds, trialIds] = [idsOf(false), idsOf(true)];
  const [activations, trials] = await Promise.all([
    activationIds.length === 0 ? [] : findActivationRecords(reader, ctx.account.id, activationIds),
    trialIds.length === 0 ? [] : findTrials(reader, ctx.account.id, trialIds),
  ]);
  const activationById = new Map(activations.map((activation) => [activation.id, { activation }]));
  const trialById = new Map(trials.map((trial) => [trial.id, { trial }]));
  return ({ id, isTrial }) => (isTrial ? trialById.get(id) : activationById.get(id));
}
