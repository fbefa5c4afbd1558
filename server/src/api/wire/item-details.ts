import { type Static, Type } from '../../kernel/schema.ts';
import type { Bundle, Product } from '../../modules/catalog/index.ts';
import { type ProductPolicy, productPolicies } from '../../modules/licensing/index.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { DEFAULT_CHANNEL, listUpdates } from '../../modules/releases/index.ts';
import { renderMarkdown } from '../../platform/http/pages/markdown-renderer.ts';
import { BundleBody, ImageBody, itemPresenter, MediaBody, ProductBody } from './product.ts';

const Html = (description: string) =>
  Type.Optional(
    Type.String({
      description: `${description}, as HTML that is safe to insert: nothing in it runs or loads.`,
    }),
  );

const Trial = Type.Object(
  {
    days: Type.Integer({ description: 'How long it runs on a device.' }),
    requiresAccount: Type.Boolean({ description: 'Whether one has to sign in to start it.' }),
  },
  { title: 'StorefrontTrial', description: 'Absent without trials. It is started in the application.' },
);

const Details = Type.Object(
  {
    longDescription: Type.Optional(Type.String({ description: 'Markdown, as the vendor wrote it.' })),
    longDescriptionHtml: Html('The same'),
    systemRequirementsHtml: Html('The system requirements'),
    website: Type.Optional(Type.String()),
    trial: Type.Optional(Trial),
    maxActivations: Type.Optional(
      Type.Integer({ description: 'The devices of a new license; absent for bundles.' }),
    ),
    releases: Type.Optional(
      Type.Array(
        Type.Object(
          {
            version: Type.String(),
            publishedAt: Type.String({ format: 'date-time' }),
            notesHtml: Html('What is new'),
          },
          { title: 'StorefrontRelease' },
        ),
        { description: 'The newest five with notes, the highest version first; absent without any.' },
      ),
    ),
    images: Type.Array(ImageBody, { description: "In the vendor's order." }),
    media: Type.Array(MediaBody, { description: "Sounds and films, in the vendor's order." }),
  },
  { title: 'ItemDetails', description: 'The data that only the page of an item shows.' },
);

/** A product with the content of its page. */
export const ProductPageBody = Type.Object(
  { ...ProductBody.properties, details: Details },
  { title: 'StorefrontProductPage' },
);

/** A bundle with the content of its page. */
export const BundlePageBody = Type.Object(
  { ...BundleBody.properties, details: Details },
  { title: 'StorefrontBundlePage' },
);

/** The content of the page of an item. */
export async function itemDetails(ctx: Context, item: Product | Bundle): Promise<Static<typeof Details>> {
  const { image, media } = itemPresenter(ctx);
  const policy = 'productIds' in item ? undefined : (await productPolicies(ctx))(item.id);
  const { longDescription, systemRequirements, website } = item;
  return {
    ...(isText(longDescription) && {
      longDescription,
      longDescriptionHtml: await renderMarkdown(longDescription),
    }),
    ...(isText(systemRequirements) && { systemRequirementsHtml: await renderMarkdown(systemRequirements) }),
    ...(website !== null && { website }),
    ...(policy?.allowsTrials === true && { trial: trialOf(policy) }),
    ...(policy !== undefined && { maxActivations: policy.maxActivations }),
    ...('productIds' in item ? {} : await releasesOf(ctx, item)),
    images: item.images.map(image),
    media: item.media.map(media),
  };
}

const MOST_RELEASES = 5;

/** What is new in the releases that customers can have. */
async function releasesOf(ctx: Context, product: Product): Promise<Pick<Static<typeof Details>, 'releases'>> {
  if (product.currentVersion === null) return {};
  const updates = await listUpdates(ctx, product, DEFAULT_CHANNEL);
  const releases = updates.flatMap(({ release: { version, publishedAt, description } }) =>
    publishedAt !== null && isText(description) ? [{ version, publishedAt, description }] : [],
  );
  if (releases.length === 0) return {};
  return {
    releases: await Promise.all(
      releases.slice(0, MOST_RELEASES).map(async ({ version, publishedAt, description }) => ({
        version,
        publishedAt: publishedAt.toISOString(),
        notesHtml: await renderMarkdown(description),
      })),
    ),
  };
}

function trialOf({ trialDays, trialNeedsAccount }: ProductPolicy): Static<typeof Trial> {
  return { days: trialDays, requiresAccount: trialNeedsAccount };
}

function isText(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
