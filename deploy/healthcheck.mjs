// Exit code 0 when the server of this container can work.
import process from 'node:process';

const { PORT = '4242' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
process.exitCode = answer?.ok === true ? 0 : 1;
