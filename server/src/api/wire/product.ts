import { type Static, Type } from '../../kernel/schema.ts';
import { publicProperties } from '../../kernel/properties.ts';
import { accountUrl, type Context } from '../../modules/accounts/index.ts';
import {
  type Bundle,
  imageName,
  imageSizeName,
  imageWidths,
  type ItemImageRow,
  type ItemMediaRow,
  mediaName,
  mediaTypeOfExtension,
  type Product,
  type Variation,
} from '../../modules/catalog/index.ts';
import type { ShownTier, ShownVariation } from '../../modules/pricing/index.ts';
import type { ReleaseDownload } from '../../modules/releases/index.ts';
import { variationDiscountAnswer, VariationDiscountBody } from './discount.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';
import { VariationUpgrade } from './upgrade.ts';
import { RecurrenceBody, recurrenceBody } from './recurrence.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** A file of the current release (customer API, Download). */
export const DownloadBody = Type.Object(
  {
    name: Type.String(),
    key: Type.String(),
    platform: Type.Enum(['Universal', 'Windows', 'Mac', 'Linux', 'iOS', 'Android']),
    arch: Type.Optional(
      Type.Enum(['Universal', 'X86', 'X64', 'Arm', 'Arm64'], { description: 'If the vendor states it.' }),
    ),
    size: Type.Integer({ description: 'Bytes.' }),
    path: Type.String({ description: 'Absolute URL on the host of the account.' }),
  },
  { title: 'Download' },
);

/** A way to buy (customer API, Variation; wire contract section 3). */
export const VariationBody = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    recurrence: RecurrenceBody,
    freeDays: Type.Optional(
      Type.Integer({
        description: 'It is first paid for after as many days; once for each customer and item.',
      }),
    ),
    ownAfterCycles: Type.Optional(
      Type.Integer({
        description: 'After as many payments, nothing more is charged, and the licenses never end.',
      }),
    ),
    fallbackAfterCycles: Type.Optional(
      Type.Integer({
        description:
          'After as many payments in a row, the licenses keep working when the subscription ends, with the versions that were published when these payments began.',
      }),
    ),
    originalPrice: AmountsByCurrency,
    price: AmountsByCurrency,
    hasDiscount: Type.Boolean(),
    discount: Type.Optional(VariationDiscountBody),
    upgrade: Type.Optional(VariationUpgrade),
    pricingTiers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            minQuantity: Type.Integer(),
            originalPrice: AmountsByCurrency,
            price: AmountsByCurrency,
          },
          { title: 'StorefrontTier' },
        ),
        {
          description:
            'Lower prices of one unit for larger quantities, ascending. The last tier that the quantity of a line reaches counts for all its units.',
        },
      ),
    ),
  },
  { title: 'StorefrontVariation' },
);

/** A picture of an item. */
export const ImageBody = Type.Object(
  {
    url: Type.String({ description: 'The content at this URL never changes.' }),
    alt: Type.String({ description: 'What it shows, for those who do not see it; may be empty.' }),
    width: Type.Integer({ description: 'In pixels.' }),
    height: Type.Integer({ description: 'In pixels.' }),
    videoUrl: Type.Optional(
      Type.String({
        description:
          'The page of another site with the film that the picture stands for, to open in a new window.',
      }),
    ),
    smaller: Type.Array(
      Type.Object(
        {
          width: Type.Integer({ description: 'In pixels.' }),
          avif: Type.String({ description: 'The URL of the smallest file.' }),
          webp: Type.String({ description: 'For what cannot read AVIF.' }),
        },
        { title: 'StorefrontImageSize' },
      ),
      { description: 'The same picture in up to three widths, the narrowest first, for `srcset`.' },
    ),
  },
  { title: 'StorefrontImage' },
);

/** A sound or film of an item. */
export const MediaBody = Type.Object(
  {
    kind: Type.Enum(['Audio', 'Video']),
    url: Type.String({ description: 'The content at this URL never changes. It serves ranges.' }),
    mediaType: Type.String({ examples: ['audio/mpeg'] }),
    title: Type.String({ description: 'What one hears or sees.' }),
  },
  { title: 'StorefrontMedia' },
);

/** What a line shows of its item (`ItemPresenter.pictures`). */
export const pictureFields = {
  iconUrl: nullableText,
  pictureUrl: Type.Optional(
    Type.String({
      description:
        'The narrowest form of its first picture, in WebP; of a bundle without one, that of a product. Absent if there is none.',
    }),
  ),
};

const itemFields = {
  id: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  description: Type.Optional(Type.String()),
  website: nullableText,
  iconUrl: nullableText,
  image: Type.Optional(
    Type.Object(ImageBody.properties, {
      title: 'StorefrontCover',
      description: 'The first of its pictures; absent if it has none.',
    }),
  ),
  owned: Type.Boolean({ description: 'Whether the signed-in customer owns it.' }),
  properties: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Public custom properties, as plain values.' }),
  ),
  currentVersion: Type.Optional(Type.String()),
  downloads: Type.Optional(Type.Array(DownloadBody)),
  defaultVariation: Type.Optional(VariationBody),
  variations: Type.Optional(Type.Array(VariationBody)),
};

/** A product of the storefront (customer API, Product). */
export const ProductBody = Type.Object(
  {
    ...itemFields,
    trialDays: Type.Optional(
      Type.Integer({
        description: 'In the storefront: how long a trial runs on a device. Absent without trials.',
      }),
    ),
  },
  { title: 'StorefrontProduct' },
);

/** A bundle of the storefront (customer API, Bundle). */
export const BundleBody = Type.Object(
  {
    ...itemFields,
    partial: Type.Boolean({ description: 'Only the products that the customer does not own are sold.' }),
    products: Type.Array(
      Type.Object(
        {
          ...itemFields,
          included: Type.Boolean({
            description:
              'Whether it is part of the purchase: false if the bundle is partial and the customer already owns it.',
          }),
        },
        { title: 'BundledProduct' },
      ),
    ),
  },
  { title: 'StorefrontBundle' },
);

export type ProductAnswer = Static<typeof ProductBody>;
export type BundleAnswer = Static<typeof BundleBody>;

/** The data of a product except its own row. */
interface ProductParts {
  /** With evaluated prices; absent if they are not shown. */
  readonly variations?: readonly ShownVariation<Variation>[] | undefined;
  readonly downloads?: readonly ReleaseDownload[] | undefined;
  readonly isOwned: boolean;
}

/** Creates wire forms with the URLs of one account. */
export interface ItemPresenter {
  product(product: Product, parts: ProductParts): ProductAnswer;
  bundle(bundle: Bundle, parts: BundleParts): BundleAnswer;
  readonly iconUrl: (item: Pick<Product, 'iconKey'>) => string | null;
  /** For `pictureFields`; of an item that is gone there are none. */
  readonly pictures: (item: Pick<Product, 'iconKey' | 'lineImage'> | undefined) => {
    readonly iconUrl: string | null;
    readonly pictureUrl?: string;
  };
  readonly image: (row: ItemImageRow) => Static<typeof ImageBody>;
  readonly media: (row: ItemMediaRow) => Static<typeof MediaBody>;
  download(download: ReleaseDownload): Static<typeof DownloadBody>;
}

/** The data of a bundle except its own row. */
interface BundleParts {
  readonly variations?: readonly ShownVariation<Variation>[] | undefined;
  readonly isOwned: boolean;
  readonly isPartial: boolean;
  readonly products: readonly (ProductAnswer & { readonly included: boolean })[];
}

/** The presenter of products and bundles for an account (wire contract section 3: absolute URLs). */
export function itemPresenter(ctx: Pick<Context, 'config' | 'account'>): ItemPresenter {
  const baseUrl = accountUrl(ctx.config, ctx.account);
  const iconUrl: ItemPresenter['iconUrl'] = ({ iconKey }) =>
    iconKey === null ? null : `${baseUrl}/api/public/icons/${iconKey.slice(iconKey.lastIndexOf('/') + 1)}`;
  const image: ItemPresenter['image'] = (row) => imageAnswer(baseUrl, row);
  const pictures: ItemPresenter['pictures'] = (item) => {
    const pictureUrl = item?.lineImage && image(item.lineImage).smaller[0]?.webp;
    return {
      iconUrl: item === undefined ? null : iconUrl(item),
      ...(pictureUrl !== undefined && { pictureUrl }),
    };
  };
  const coverOf = ({ images: [first] }: Pick<Product, 'images'>) =>
    first === undefined ? {} : { image: image(first) };
  const download: ItemPresenter['download'] = (file) => ({
    name: file.name,
    key: file.downloadKey,
    platform: file.platform,
    ...(file.arch !== 'Unknown' && { arch: file.arch }),
    size: file.sizeBytes,
    path: baseUrl + downloadPath(file),
  });
  return {
    iconUrl,
    pictures,
    image,
    media: (row) => mediaAnswer(baseUrl, row),
    download,
    product: (product, { variations, downloads, isOwned }) => ({
      ...itemAnswer(product, iconUrl(product), isOwned),
      ...coverOf(product),
      ...(product.currentVersion !== null && { currentVersion: product.currentVersion }),
      ...(downloads !== undefined && { downloads: downloads.map(download) }),
      ...variationsAnswer(variations),
    }),
    bundle: (bundle, { variations, isOwned, isPartial, products }) => ({
      ...itemAnswer(bundle, iconUrl(bundle), isOwned),
      ...coverOf(bundle),
      ...variationsAnswer(variations),
      partial: isPartial,
      products: [...products],
    }),
  };
}

function imageAnswer(baseUrl: string, row: ItemImageRow): Static<typeof ImageBody> {
  const { alt, width, height, videoUrl } = row;
  const urlOf = (name: string) => `${baseUrl}/api/public/images/${name}`;
  const smaller = imageWidths(row).map((each) => ({
    width: each,
    avif: urlOf(imageSizeName(row, { width: each, format: 'avif' })),
    webp: urlOf(imageSizeName(row, { width: each, format: 'webp' })),
  }));
  const film = videoUrl === null ? {} : { videoUrl };
  return { url: urlOf(imageName(row)), alt, width, height, ...film, smaller };
}

function mediaAnswer(baseUrl: string, row: ItemMediaRow): Static<typeof MediaBody> {
  const { kind, mediaType } = mediaTypeOfExtension(row.extension);
  return { kind, url: `${baseUrl}/api/public/media/${mediaName(row)}`, mediaType, title: row.title };
}

/** The path for downloading a file: shops and applications also build it themselves (customer API, Download). */
export function downloadPath({ productId, version, downloadKey, name }: ReleaseDownload): string {
  const path = `/api/customer/inventory/products/${productId}/download/${version}/${downloadKey}`;
  return `${path}?${fileNameQuery(name)}`;
}

/**
 * The name of a file, for the query of its address: clients save a file under what they find there (wire contract
 * section 5), and cut a name without quotes at a space.
 */
export function fileNameQuery(name: string): string {
  return `filename=%22${encodeURIComponent(name.toWellFormed())}%22`;
}

/** A variation with its evaluated prices, in wire form. */
function variationAnswer(entry: ShownVariation<Variation>): Static<typeof VariationBody> {
  const { variation, originalMinor, priceMinor, discount, tiers } = entry;
  const { freeDays, ownAfterCycles, fallbackAfterCycles } = variation.subscriptionTerms ?? {};
  return {
    id: variation.id,
    name: variation.name,
    recurrence: recurrenceBody(variation.recurrence),
    ...(freeDays !== undefined && { freeDays }),
    ...(ownAfterCycles !== undefined && { ownAfterCycles }),
    ...(fallbackAfterCycles !== undefined && { fallbackAfterCycles }),
    originalPrice: amountsByCurrency(originalMinor),
    price: amountsByCurrency(priceMinor),
    hasDiscount: discount !== undefined,
    ...(discount !== undefined && {
      discount: variationDiscountAnswer(discount.applied, discount.totalMinor, discount.promotion),
    }),
    ...(tiers && { pricingTiers: tiers.map(tierAnswer) }),
  };
}

function tierAnswer({ minQuantity, originalMinor, priceMinor }: ShownTier) {
  return {
    minQuantity,
    originalPrice: amountsByCurrency(originalMinor),
    price: amountsByCurrency(priceMinor),
  };
}

function itemAnswer(item: Product | Bundle, iconUrl: string | null, owned: boolean) {
  const properties = publicProperties(item.properties);
  return {
    id: item.id,
    name: item.name,
    tagline: item.tagline,
    ...(item.description !== '' && { description: item.description }),
    website: item.website,
    iconUrl,
    owned,
    ...(properties !== undefined && { properties }),
  };
}

/** The default variation comes first in a catalogue; if it is not sold, the first one on sale replaces it. */
function variationsAnswer(variations: readonly ShownVariation<Variation>[] | undefined) {
  if (variations === undefined || variations.length === 0) return {};
  const answers = variations.map(variationAnswer);
  const [defaultVariation] = answers;
  return { ...(defaultVariation !== undefined && { defaultVariation }), variations: answers };
}
