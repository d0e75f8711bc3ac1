// Loaded before a server whose messages go to a provider on this machine, which the product itself refuses.
import { registerHooks } from 'node:module';

const own = new URL('./private-providers.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, resolve) {
    const isOpening = specifier.endsWith('/messages/providers/providers.ts') && context.parentURL !== own;
    return resolve(isOpening ? own : specifier, context);
  },
});
