import { become, bundle, install, run, server } from './bootstrap.mjs';
import { develop } from './develop.mjs';

const args = process.argv.slice(2);

install();
if (args.includes('--dev')) {
  await develop(args.filter((arg) => arg !== '--dev'));
} else {
  bundle();
  const program = [...server.flags, server.program, ...args];
  const env = server.env('production');
  // Under npm this process stays: it notices when npm has gone.
  if (!process.env.npm_lifecycle_event) become(program, env);
  process.exitCode = await run(program, { env, channel: true });
}
