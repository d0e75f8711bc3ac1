import { bundle, install, run, server } from './bootstrap.mjs';
import { develop } from './develop.mjs';

const args = process.argv.slice(2);

install();
if (args.includes('--dev')) {
  await develop(args.filter((arg) => arg !== '--dev'));
} else {
  bundle();
  process.exitCode = await run([...server.flags, server.program, ...args], {
    env: server.env('production'),
    channel: true,
  });
}
