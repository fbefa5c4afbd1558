import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Context } from '../../modules/accounts/index.ts';
import {
  addImage,
  addMedia,
  type BundleInput,
  createBundle,
  createDiscount,
  createOffer,
  type DiscountInput,
  findBundle,
  findDiscount,
  findOffer,
  findProduct,
  type OfferInput,
  type ProductInput,
  storeImage,
  storeMedia,
} from '../../modules/catalog/index.ts';
import { createLicensedProduct, type PolicyInput } from '../../modules/licensing/index.ts';
import { transaction } from '../../platform/context/context.ts';

/** What filters and badges of the shop show. */
function shopProperties(category: string, formats: string, systems: string) {
  const text = (value: string) => ({ type: 'text', value, public: true, includeInToken: false });
  return { category: text(category), formats: text(formats), systems: text(systems) };
}

/** What the visitor of a demo would buy. */
const DEMO_NOTE =
  '> This shop is a demo. Its downloads are small programs for PowerShell or a shell with curl: they ask this server for a license.';

const SYSTEMS = 'Windows, macOS, Linux';

/** The demo account's products, in the order of the storefront; a sub-product follows its product. */
const PRODUCTS: readonly (ProductInput & PolicyInput)[] = [
  {
    id: 'demo-app',
    name: 'Demo App',
    tagline: 'Record, arrange and mix your music',
    description:
      'A small studio for your next song: as many tracks as you have instruments, on three devices.',
    longDescription: `From the first idea to the mix in one window.

## Record without setting up

Plug in, arm a track and play. Every take is kept, several inputs are recorded at once, and the click stays out of the
mix.

## Arrange by ear

Drag a take until it fits: what touches snaps together, and tempo changes carry everything along. Undo goes back to the
first note.

## Mix on every track

Each track has an equalizer and a compressor with three controls. The meters show what you hear, and the last bus leaves
room for mastering.`,
    systemRequirements: `| System | At least |
| --- | --- |
| Windows | 11 |
| macOS | 14 |
| Linux | any of the last five years |

${DEMO_NOTE}`,
    maxActivations: 3,
    allowsOffline: true,
    allowsTrials: true,
    trialDays: 14,
    downloadAccess: 'Everyone',
    properties: shopProperties('Studio', 'Standalone', SYSTEMS),
    position: 1,
    variations: [{ id: 'demo-app-perpetual', name: 'Perpetual license', prices: { EUR: 4_900, USD: 5_500 } }],
  },
  {
    id: 'demo-app.sounds',
    name: 'Demo Sounds',
    tagline: 'More sounds for Demo App',
    description: 'Six hundred takes in sixteen kits, an add-on for two devices of Demo App.',
    longDescription: `Six hundred takes in sixteen kits: drums from a small room, keys that were never tuned quite right, and noises from a
kitchen.

- **Kits** open beside your tracks and follow the tempo of the song.
- **Takes** are 24 bit, without effects, and yours to use in what you sell.`,
    systemRequirements: 'Demo App 1.0 or newer.',
    isIncludedInLicense: true,
    properties: shopProperties('Sounds', 'Demo App', SYSTEMS),
    maxActivations: 2,
    downloadAccess: 'Owner',
    position: 2,
    variations: [
      { id: 'demo-app.sounds-perpetual', name: 'Perpetual license', prices: { EUR: 1_900, USD: 2_100 } },
    ],
  },
  {
    id: 'demo-synth',
    name: 'Demo Synth',
    tagline: 'Sounds that you shape yourself',
    description: 'Two oscillators, one filter and sixteen steps, for good or by the month, on two devices.',
    longDescription: `Few enough controls to know them all by heart, and enough to surprise you.

## Draw the wave

Start from one of forty waves, or draw your own. The second oscillator follows, detuned by as much as you like.

## Shape it with ten knobs

One filter with a voice of its own, two envelopes, one modulation that reaches everything. Nothing hides in a menu.

## Let it play itself

Sixteen steps, each with its own length and chance. Change the sound while it runs, and record what comes out.`,
    systemRequirements: 'Demo App 1.0 or newer, or any other host.',
    maxActivations: 2,
    allowsOffline: true,
    allowsTrials: true,
    trialNeedsAccount: true,
    downloadAccess: 'Customer',
    properties: shopProperties('Instruments', 'VST3, AU, Standalone', SYSTEMS),
    position: 3,
    variations: [
      { id: 'demo-synth-perpetual', name: 'Perpetual license', prices: { EUR: 12_900, USD: 13_900 } },
      {
        id: 'demo-synth-monthly',
        name: 'Monthly subscription',
        recurrence: 'Monthly',
        prices: { EUR: 990, USD: 1_090 },
        terms: { freeDays: 14 },
      },
      {
        id: 'demo-synth-yearly',
        name: 'Yearly subscription',
        recurrence: 'Yearly',
        prices: { EUR: 9_900, USD: 10_900 },
      },
      {
        id: 'demo-synth-rent-to-own',
        name: 'Rent to own',
        recurrence: 'Monthly',
        prices: { EUR: 1_190, USD: 1_290 },
        terms: { ownAfterCycles: 12 },
      },
    ],
  },
  {
    id: 'demo-verb',
    name: 'Demo Verb',
    tagline: 'Rooms, halls and plates',
    description: 'Put a sound where it should have been recorded, from a tiled bathroom to a hall.',
    longDescription: `From a tiled bathroom to a hall that takes eight seconds to fall silent.

## Choose a room

Twelve rooms, four halls and three plates. Walk through each of them with one finger.

## Stand where you like

Say how far away the sound is, and where you listen. The early reflections follow.

## Freeze the tail

Hold a chord for as long as you want, and play over it.`,
    systemRequirements: 'Demo App 1.0 or newer, or any host of VST3 or AU plug-ins.',
    maxActivations: 2,
    downloadAccess: 'Owner',
    properties: shopProperties('Effects', 'VST3, AU', SYSTEMS),
    position: 4,
    variations: [
      { id: 'demo-verb-perpetual', name: 'Perpetual license', prices: { EUR: 7_900, USD: 8_500 } },
    ],
  },
];

const BUNDLE: BundleInput = {
  id: 'demo-bundle',
  name: 'Demo Bundle',
  tagline: 'App, synth and reverb together',
  description: 'If you own some of these already, you pay only for the others.',
  longDescription:
    'Everything for a first album: **Demo App** to record it, **Demo Synth** to play it, **Demo Verb** to give it a room.',
  productIds: ['demo-app', 'demo-synth', 'demo-verb'],
  variations: [
    { id: 'demo-bundle-perpetual', name: 'Perpetual licenses', prices: { EUR: 21_900, USD: 23_900 } },
  ],
};

const DISCOUNTS: readonly (DiscountInput & { readonly id: string })[] = [
  {
    id: 'demo-launch',
    name: 'Launch week',
    description: 'For visitors from the launch campaign (utm_campaign=launch).',
    benefit: { type: 'PercentageOff', basisPoints: 2_000 },
    utm: { campaign: ['launch'] },
  },
  {
    id: 'demo-owners',
    name: 'Thank you',
    description: 'Owners of Demo App get Demo Synth for less.',
    benefit: { type: 'PercentageOff', basisPoints: 2_500 },
    targets: [{ type: 'Product', id: 'demo-synth', variationIds: [] }],
    audience: { owns: { match: 'All', productIds: ['demo-app'] } },
  },
];

const OFFER: OfferInput & { readonly id: string } = {
  id: 'demo-third-half',
  name: 'Half price on Demo Verb',
  description: 'With Demo App and Demo Synth in the cart, Demo Verb costs half.',
  benefit: { type: 'PercentageOff', basisPoints: 5_000 },
  target: { type: 'Product', id: 'demo-verb', variationIds: [] },
  relevantItems: [
    { type: 'Product', id: 'demo-app', variationIds: [] },
    { type: 'Product', id: 'demo-synth', variationIds: [] },
  ],
  minimumItems: 2,
};

/** Drawings of the products' windows. */
const PICTURES: Readonly<Record<string, readonly { readonly file: string; readonly alt: string }[]>> = {
  'demo-app': [
    { file: 'demo-app.png', alt: 'The window of Demo App: five tracks with takes in different colors' },
    {
      file: 'demo-app-record.png',
      alt: 'Record without setting up: three armed tracks with their levels, and takes that grow',
    },
    {
      file: 'demo-app-arrange.png',
      alt: 'Arrange by ear: takes in five colors, one of which is dragged to its place',
    },
    { file: 'demo-app-mixer.png', alt: 'Mix on every track: eight channels with faders and meters' },
  ],
  'demo-synth': [
    { file: 'demo-synth.png', alt: 'Demo Synth: a wave, ten knobs, sixteen steps and a keyboard' },
    {
      file: 'demo-synth-wave.png',
      alt: 'Draw the wave: a line with dots to pull, and a second one after it',
    },
    {
      file: 'demo-synth-filter.png',
      alt: 'Shape it with ten knobs: the curve of a filter with one high peak',
    },
    {
      file: 'demo-synth-steps.png',
      alt: 'Let it play itself: sixteen bars of different heights, three of them dashed',
    },
  ],
  'demo-app.sounds': [{ file: 'demo-sounds.png', alt: 'Demo Sounds: sixteen pads, six of which are lit' }],
  'demo-verb': [
    { file: 'demo-verb.png', alt: 'Demo Verb: rooms in each other, and a sound that fades in them' },
  ],
};

async function addPictures(ctx: Context, id: string): Promise<void> {
  for (const { file, alt } of PICTURES[id] ?? []) {
    const bytes = await readFile(new URL(`files/${file}`, import.meta.url));
    const image = await storeImage(ctx, bytes);
    await transaction(ctx, (tx) => addImage(tx, { type: 'Product', id }, image, { alt }));
  }
}

/** Sounds of the products that make some. */
const SOUNDS: Readonly<Record<string, { readonly file: string; readonly title: string }>> = {
  'demo-app.sounds': { file: 'demo-sounds.wav', title: 'One bar of the kitchen kit' },
  'demo-synth': { file: 'demo-synth.wav', title: 'Sixteen steps, with the filter opening' },
  'demo-verb': { file: 'demo-verb.wav', title: 'A chord, dry and then in the hall' },
};

async function addSound(ctx: Context, id: string): Promise<void> {
  const sound = SOUNDS[id];
  if (sound === undefined) return;
  const content = createReadStream(new URL(`files/${sound.file}`, import.meta.url));
  const file = await storeMedia(ctx, { content });
  await transaction(ctx, (tx) => addMedia(tx, { type: 'Product', id }, file, { title: sound.title }));
}

/** Creates the missing parts of the demo account's catalogue and returns a phrase for each of them. */
export async function ensureDemoCatalog(ctx: Context): Promise<string[]> {
  const created: string[] = [];
  for (const product of PRODUCTS) {
    if ((await findProduct(ctx, product.id)) !== undefined) continue;
    await createLicensedProduct(ctx, product);
    await addPictures(ctx, product.id);
    await addSound(ctx, product.id);
    created.push(`product ${product.id}`);
  }
  if ((await findBundle(ctx, BUNDLE.id)) === undefined) {
    await createBundle(ctx, BUNDLE);
    created.push(`bundle ${BUNDLE.id}`);
  }
  for (const discount of DISCOUNTS) {
    if ((await findDiscount(ctx, discount.id)) !== undefined) continue;
    await createDiscount(ctx, discount);
    created.push(`discount ${discount.id}`);
  }
  if ((await findOffer(ctx, OFFER.id)) === undefined) {
    await createOffer(ctx, OFFER);
    created.push(`offer ${OFFER.id}`);
  }
  return created;
}
