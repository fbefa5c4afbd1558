import process from 'node:process';
import { parameters, tell } from './processes.ts';

/** Tells how long its parameters are, or fails as the first of them says. */
const [failure = '', ...others] = await parameters();
if (failure !== '') throw new TypeError(failure);
tell(others.map((text) => text.length));
process.disconnect?.();
