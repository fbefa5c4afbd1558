// Exits with 0 if the server of this container is ready.
import process from 'node:process';

const { PORT = '4242' } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
process.exitCode = response?.ok === true ? 0 : 1;
