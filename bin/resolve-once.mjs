// Node parses a package's whole export list on every import of it. drizzle-orm's has five thousand lines and several
// hundred of our files import it, which took a third of the start and 25 MB. Here each package name is resolved once.
import { registerHooks } from 'node:module';

const own = new URL('..', import.meta.url).href;
const packages = new URL('../node_modules/', import.meta.url).href;
const isOfPackage = /^(?!node:|file:|data:)[^./#]/;
const found = new Map();

registerHooks({
  resolve(specifier, context, resolve) {
    const { parentURL = '', conditions } = context;
    const isOurs = parentURL.startsWith(own) && !parentURL.startsWith(packages) && !conditions.includes('require');
    if (!isOurs || !isOfPackage.test(specifier)) return resolve(specifier, context);
    const known = found.get(specifier);
    if (known) return known;
    const { url, format } = resolve(specifier, context);
    const answer = { url, format, shortCircuit: true };
    found.set(specifier, answer);
    return answer;
  },
});
