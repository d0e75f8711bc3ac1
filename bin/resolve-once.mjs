// What Node does for each import, done once. It parses a package's whole export list on every import of it (drizzle-orm's
// has five thousand lines, and several hundred of our files import it), and for each of our own files it asks the disk
// where it really is and every folder above it for a package.json.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const own = new URL('..', import.meta.url).href;
const packages = new URL('../node_modules/', import.meta.url).href;
const isOfPackage = /^(?!node:|file:|data:)[^./#]/;
const isFile = /^\.{1,2}\/.*\.[cm]?js$/;
const found = new Map();
/** The formats of a package's folders: each has one package.json above it. */
const formats = new Map();

// "#kernel/*": "./src/kernel/*"
const { imports } = JSON.parse(readFileSync(new URL('package.json', own), 'utf8'));
const folders = new Map(
  Object.entries(imports).map(([name, path]) => [name.slice(0, -1), new URL(path.slice(0, -1), own).href]),
);

/** The address of one of our TypeScript files; undefined for everything else. */
function ourFile(specifier, parentURL) {
  if (!specifier.endsWith('.ts')) return undefined;
  if (specifier.startsWith('.')) return new URL(specifier, parentURL).href;
  const end = specifier.indexOf('/') + 1;
  const folder = folders.get(specifier.slice(0, end));
  return folder && folder + specifier.slice(end);
}

/** A file that a package imports from itself. */
function fileOfPackage(specifier, context, resolve) {
  const url = new URL(specifier, context.parentURL).href;
  const key = url.slice(0, url.lastIndexOf('/') + 1) + url.slice(url.lastIndexOf('.'));
  const format = formats.get(key);
  if (format) return { url, format, shortCircuit: true };
  const answer = resolve(specifier, context);
  if (answer.url === url && answer.format) formats.set(key, answer.format);
  return answer;
}

registerHooks({
  resolve(specifier, context, resolve) {
    const { parentURL = '', conditions } = context;
    if (!parentURL.startsWith(own) || conditions.includes('require')) return resolve(specifier, context);
    if (parentURL.startsWith(packages))
      return isFile.test(specifier) ? fileOfPackage(specifier, context, resolve) : resolve(specifier, context);
    const file = ourFile(specifier, parentURL);
    if (file) return { url: file, format: 'module-typescript', shortCircuit: true };
    if (!isOfPackage.test(specifier)) return resolve(specifier, context);
    const known = found.get(specifier);
    if (known) return known;
    const { url, format } = resolve(specifier, context);
    const answer = { url, format, shortCircuit: true };
    found.set(specifier, answer);
    return answer;
  },
});
