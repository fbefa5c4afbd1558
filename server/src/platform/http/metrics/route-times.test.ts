import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { createRouteTimes } from './route-times.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

test('counts and writes as the histogram of the client library does', async () => {
  const times = createRouteTimes();
  const registry = new Registry();
  const histogram = new Histogram({
    name: 'latchkey_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const observe = (method: string, route: string, status: number, seconds: number): void => {
    times.observe({ method, route, status, seconds });
    histogram.observe({ method, route, status }, seconds);
  };
  for (const seconds of [0, 0.0005, ...BUCKETS, 0.3, 7]) observe('GET', '/api/licenses', 200, seconds);
  observe('GET', '/api/licenses', 404, 0.002);
  observe('POST', '/api/licenses', 200, 0.002);
  observe('GET', String.raw`/odd/"quoted"\route`, 200, 0.002);
  const lines = (text: string) => text.trim().split('\n').toSorted();
  assert.deepEqual(lines(times.text()), lines(await registry.metrics()));
});
