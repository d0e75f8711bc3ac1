import { bundle, install, run } from './bootstrap.mjs';
import { develop } from './develop.mjs';

const args = process.argv.slice(2);

install();
if (args.includes('--dev')) {
  await develop(args.filter((arg) => arg !== '--dev'));
} else {
  bundle();
  process.exitCode = await run(['src/web/server.ts', ...args], {
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
    channel: true,
  });
}
