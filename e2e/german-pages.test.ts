import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ACTIVATION_ID, ADA, owned, seat, trial, unowned, activation } from './activation-api.ts';
import { button, heading, visitActivation, type Visit } from './activation-page.ts';
import { openBuiltWeb } from './built-web.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { noAnswer, ok, problem } from './replies.ts';

const web = openBuiltWeb();
const LINK = '#email=ada%40example.org&code=c0de';
const SEATS = 'inventory/products/demo-app/licenses/activations';

const TAGLINE = 'Record, arrange and mix your music';

/** Words of English sentences that do not occur in German ones. */
const ENGLISH = /\b(?:the|you|your|and|with|this|that|of|it|again|please|sign|email)\b/i;

/** Notes whether the heading of the page is ever hidden, as React hides what it has shown while texts load. */
const NOTE_HIDDEN_HEADING = `
  new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (heading !== null && !heading.checkVisibility()) globalThis.isHeadingHidden = true;
  }).observe(document, { attributes: true, childList: true, subtree: true });
`;
const IS_HEADING_HIDDEN = 'globalThis.isHeadingHidden === true';

async function assertGerman(page: Page, state: string): Promise<void> {
  const text = await page.locator('body').innerText();
  // The vendor's own texts stay unchanged.
  const own = text.replace(TAGLINE, '').replaceAll(/\S+@\S+/g, '');
  assert.doesNotMatch(own, ENGLISH, `${state}: ${text}`);
  assert.match(await page.evaluate<string>('document.documentElement.lang'), /^de/, state);
  assert.doesNotMatch(await page.title(), ENGLISH, state);
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E\u2011Mail').fill(ADA.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(ADA.password);
  await button(page, 'Anmelden').click();
}

for (const window of WINDOWS) {
  const inVienna = (walk: (visit: Visit) => Promise<void>) =>
    visitActivation({ ...web, window, locale: 'de-AT' }, async (visit) => {
      visit.api.answers(
        'GET /api/public/vendors/current',
        ok({ id: 'demo', name: 'Demo Audio', shopUrl: 'https://shop.example.com/' }),
      );
      await walk(visit);
    });

  describe(`pages in German in a ${window.name} window`, () => {
    it('activates, releases a device, and says what was refused', () =>
      inVienna(async ({ page, api, open, check }) => {
        await open();
        await heading(page, 'Wie möchten Sie das Produkt nutzen?').waitFor();
        await assertGerman(page, 'choice');
        await button(page, 'Anmelden und Lizenz nutzen').click();
        await assertGerman(page, 'sign-in');

        const full = owned({ licenseEligibility: { eligible: false }, trialEligibility: undefined });
        api.shows(activation(), full);
        api.answers(`GET ${SEATS}`, ok({ items: [seat('Laptop')], hasMore: false, next: null }));
        api.answers(
          'POST inventory/licenses/l-1/activations/Laptop/revoke',
          problem(409, { errorType: 'ReleaseTooSoon', title: 'Too soon', detail: 'Try that later.' }),
        );
        await signIn(page);
        await heading(page, 'Keine Aktivierung mehr frei').waitFor();
        await page.getByText('Zuletzt verwendet am 01.03.2026').waitFor();
        await button(page, /Freigeben/).click();
        await button(page, /Freigeben/).click();
        await page.getByText('Vor Kurzem wurde schon ein anderes Gerät').waitFor();
        await assertGerman(page, 'no-seat');
        await check('german-no-seat');

        api.shows(unowned({ trialEligibility: trial({ existing: true, numberOfDaysRemaining: 1 }) }));
        await open();
        await page.getByText('Ihre Testphase auf diesem Gerät dauert noch 1 Tag.').waitFor();
        await assertGerman(page, 'trial');
        api.shows(owned());
        await open();
        api.answers(
          'POST /license',
          problem(403, { errorType: 'ProductInactive', title: 'The product is gone' }),
        );
        await button(page, 'Demo App aktivieren').click();
        await page.getByText('Dieses Produkt ist nicht verfügbar').waitFor();
        api.answers('POST /license', noAnswer());
        await button(page, 'Demo App aktivieren').click();
        await page.getByText('verbraucht keine weitere Aktivierung').waitFor();
        await assertGerman(page, 'refused');
        api.shows(owned({ status: 'Completed', fulfillmentType: 'License' }));
        await open();
        await heading(page, 'Demo App ist aktiviert').waitFor();
        await assertGerman(page, 'approved');
        api.answers('GET ', problem(404, { errorType: 'NotFound', title: 'Not found' }));
        await open();
        await heading(page, 'Wir finden diese Aktivierung nicht').waitFor();
        await assertGerman(page, 'unknown');
      }));

    it('keeps the page of a wrong address while its footer loads', () =>
      inVienna(async ({ page, open }) => {
        await page.addInitScript(NOTE_HIDDEN_HEADING);
        await open('/nowhere');
        await page.getByRole('contentinfo').getByText('Verkauf durch Demo Audio.').waitFor();
        await heading(page, 'Seite nicht gefunden').waitFor();
        await eventually(() => page.evaluate(IS_HEADING_HIDDEN), false);
      }));

    it('activates by file, follows the links of mails, and has a way on from a wrong address', () =>
      inVienna(async ({ page, api, open, check }) => {
        await open('/activate');
        await signIn(page);
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'x.dt', mimeType: 'text/plain', buffer: Buffer.from('') });
        await page.getByText('Diese Datei ist leer').waitFor();
        await assertGerman(page, 'empty file');
        await check('german-file');

        await open(`/account/reset-password${LINK}`);
        await heading(page, 'Neues Passwort wählen').waitFor();
        await button(page, 'Neues Passwort speichern').click();
        await page.getByText('Wählen Sie ein Passwort.').waitFor();
        await assertGerman(page, 'reset');
        api.answers(
          'POST identity/reset-password',
          problem(400, { errorType: 'InvalidCode', title: 'Wrong' }),
        );
        await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('Violet-42-tram');
        await button(page, 'Neues Passwort speichern').click();
        await heading(page, 'Dieser Link funktioniert nicht mehr').waitFor();
        await assertGerman(page, 'expired');
        for (const path of [
          'confirm',
          'confirm-email',
          'confirm-email-change',
          'undo-email-change',
          'not-me',
          'merge',
        ]) {
          await open(`/account/${path}${LINK}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await assertGerman(page, path);
        }
        await open(`/newsletter/unsubscribe${LINK}`);
        await heading(page, 'Abbestellen').waitFor();
        await assertGerman(page, 'unsubscribe');
        await open('/newsletter/confirm');
        await heading(page, 'Dieser Link ist unvollständig').waitFor();
        await assertGerman(page, 'incomplete');

        await open('/nowhere');
        await heading(page, 'Seite nicht gefunden').waitFor();
        await assertGerman(page, 'not found');
        await check('german-not-found');
        await open(`/activate/${ACTIVATION_ID}?locale=en`);
        await heading(page, /^Activate Demo App$|How do you want/)
          .first()
          .waitFor();
      }));
  });
}
