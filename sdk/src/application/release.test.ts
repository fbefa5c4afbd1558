import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { device, licensed, problem, settle, START, text, tokenAt } from '../../test/device-world.ts';

describe('a released seat', () => {
  it('is forgotten also when a validation has renewed its token meanwhile', async () => {
    const { app, world, storage } = await licensed();
    const revoke = Promise.withResolvers<Response>();
    const validation = START + 60_000;
    world.answer = (path) => (path.endsWith('/revoke') ? revoke.promise : new Response(tokenAt(validation)));
    const release = app.release();
    const state = await app.validate();
    assert(state.status === 'Active' && state.license.validatedAt === validation);
    revoke.resolve(text('')());
    assert.deepEqual(await release, { status: 'Unlicensed', isLicensed: false });
    assert.equal(await storage.read(), undefined);
    await app.close();
  });

  it('has not ended for a reason when a validation was the first to find it released', async () => {
    const { app, world } = await licensed();
    const revoke = Promise.withResolvers<Response>();
    const released = problem(400, 'LicenseActivationRevoked');
    world.answer = (path) => (path.endsWith('/revoke') ? revoke.promise : released());
    const release = app.release();
    assert('ending' in (await app.validate()));
    revoke.resolve(text('')());
    assert.deepEqual(await release, { status: 'Unlicensed', isLicensed: false });
    await app.close();
  });

  it('takes no other seat with it', async () => {
    const { app, world } = await licensed();
    const revoke = Promise.withResolvers<Response>();
    world.answer = (path) =>
      path.endsWith('/revoke') ? revoke.promise : new Response(tokenAt(START, { id: 'a-2' }));
    const release = app.release();
    await app.requestLicense({ accessToken: 'x' });
    revoke.resolve(text('')());
    const state = await release;
    assert(state.status === 'Active' && state.license.id === 'a-2');
    await app.close();
  });
});

it('a license requested with email and password is stored although their session cannot be ended', async () => {
  const { open, world, work, timers } = device();
  const app = await open();
  const signedIn = { id: 'u-1', name: 'Ada', email: 'ada@example.com', accessToken: 'a', refreshToken: 'r' };
  const never = new Promise<Response>(() => undefined);
  world.answer = (path) => {
    if (path.endsWith('/sign-in')) return Response.json(signedIn);
    return path.includes('/sessions/') ? never : new Response(tokenAt(START));
  };
  const license = app.requestLicense({ email: signedIn.email, password: 'Violet-42-tram' });
  await work(30_000);
  const status = license.then((state) => state.status);
  assert.equal(await Promise.race([status, settle()]), 'Active');
  await app.close();
  assert.equal(timers(), 0);
});
