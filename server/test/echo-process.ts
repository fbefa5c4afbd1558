import process from 'node:process';
import { parameters, tell } from './processes.ts';

/** Prints the length of its parameters, or fails in the way that the first of them names. */
const [failure = '', ...others] = await parameters();
if (failure !== '') throw new TypeError(failure);
tell(others.map((text) => text.length));
process.disconnect?.();
