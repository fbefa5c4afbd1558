import { Socket } from 'node:net';
import process from 'node:process';

// For `--import`: ends the process with the one that started it and holds the other end of its file 3, even when that
// is killed. An interrupted run of the tests then leaves no server behind. JavaScript, so that it loads no compiler.

new Socket({ fd: 3, readable: true, writable: false })
  .on('close', () => process.kill(process.pid, 'SIGKILL'))
  .resume()
  .unref();
