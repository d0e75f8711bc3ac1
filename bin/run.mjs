import { install, run, stop } from './bootstrap.mjs';

const [file, ...args] = process.argv.slice(2);
if (!file) stop('Usage: node bin/run.mjs FILE.ts [arguments]');

install();
process.exitCode = await run([file, ...args]);
