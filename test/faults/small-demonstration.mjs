// Loaded before a server whose first start shall be short: its demonstration has no pictures and no past terms.
import { registerHooks } from 'node:module';

const small = new URL('./small-demonstration.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, resolve) {
    const isLoading = specifier === './demo.ts' && context.parentURL?.endsWith('/src/product/first-run.ts');
    return resolve(isLoading ? small : specifier, context);
  },
});
