import { createAccount } from '../../server/src/modules/accounts/index.ts';
import { createDiscount, createProduct } from '../../server/src/modules/catalog/index.ts';
import { openSystem } from '../../server/src/open-system.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { startTarget } from '../target.ts';
import type { Bench, FigureOfBench } from './figure.ts';
import { measureStorefronts, type Shop } from './storefront.ts';
import { testContext } from '../../server/test/context.ts';

/** Products of a large shop and of a very large one; the bench `storefront` measures a usual one. */
const SIZES = [200, 2_000] as const;
/** Per second, for customers who each own different products of 200. */
const AIMS = { sqlite: { 200: 1_000 }, postgres: { 200: 700 } };

/** The effect of the catalogue's size on storefronts, with discounts to evaluate on every product. */
export const catalogues: Bench = async (arena) => {
  const figures: FigureOfBench[] = [];
  for (const products of SIZES) {
    const environment = await arena.freshEnvironment();
    await seedCatalogue(environment, products);
    const start: Shop['start'] = (more = {}) => startTarget({ environment: { ...environment, ...more } });
    const aims = products === 200 ? { aimPerSecond: AIMS[arena.engine][products] } : {};
    figures.push(...(await measureStorefronts({ environment, start, products, ...aims })));
  }
  return figures;
};

async function seedCatalogue(environment: Readonly<Record<string, string>>, size: number): Promise<void> {
  const { system, close } = await openSystem(readConfig(environment), createLog('warn'));
  try {
    const account = await createAccount(system, {
      id: 'bench',
      name: 'Bench Audio',
      isDefault: true,
      settings: { currencies: ['EUR', 'USD'], limits: { signUpPerMinute: 0 } },
    });
    for (let index = 0; index < size; index += 1) {
      await createProduct(testContext(system, account), {
        id: `bench-product-${index}`,
        name: `Bench Product ${index}`,
        tagline: 'One of the products of a large shop',
        position: index,
        variations: [{ name: 'Perpetual license', prices: { EUR: 4_900 + index, USD: 5_500 + index } }],
      });
    }
    const share = { type: 'PercentageOff', basisPoints: 1_000 } as const;
    await createDiscount(testContext(system, account), { name: 'For everyone', benefit: share });
    await createDiscount(testContext(system, account), {
      name: 'For newcomers',
      benefit: { ...share, basisPoints: 1_500 },
      audience: { ownedCount: { most: 0 } },
    });
    await createDiscount(testContext(system, account), {
      name: 'Launch',
      benefit: share,
      utm: { campaign: ['launch'] },
    });
  } finally {
    await close();
  }
}
