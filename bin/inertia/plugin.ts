import type { Plugin } from 'vite';
import { late, lateNeeds, standIns, unused, type Package } from './parts.ts';

/*
 * Inertia's client is two modules, of which a list needs half. What only forms and polling pages use becomes a module
 * of its own, and what no page uses is left out (docs/decisions/0062-what-a-list-loads.md). Everything named here must
 * be found: an update of Inertia that moves it fails the build.
 */

/** `import { Form } from '@inertiajs/react/late'`. */
const lateImport = /^@inertiajs\/(react|core)\/late$/;

export const inertia: Plugin = {
  name: 'inertia',
  resolveId: {
    order: 'pre',
    filter: { id: lateImport },
    async handler(source, importer) {
      const found = await this.resolve(source.replace('/late', ''), importer);
      return found && `${found.id}?late`;
    },
  },
  transform: {
    filter: { id: /@inertiajs\/(react|core)\/dist\/index\.js(\?late)?$/ },
    handler(code, id) {
      const name: Package = id.includes('/react/') ? 'react' : 'core';
      const { first, second } = divide(code, name);
      if (id.endsWith('?late')) return { code: pure(lateNeeds[name] + second), map: null };
      const whole = replaceParts(first, this.parse(first).body as unknown as Node[], standIns[name]);
      const isBrowser = this.environment.config.consumer === 'client';
      const folded = isBrowser ? whole.replaceAll('typeof window === "undefined"', 'false') : whole;
      return { code: name === 'react' ? withContext(pure(folded)) : folded, map: null };
    },
  },
};

/** The module without what is late or unused, and a module of what is late. */
function divide(code: string, name: Package) {
  const sections = code.split(/^(?=\/\/ src\/)/m);
  const nameOf = (section: string) => /^\/\/ src\/([\w/-]+)\.ts$/m.exec(section)?.[1] ?? '';
  const missing = [...late[name], ...unused[name]].find(
    (each) => !sections.some((section) => nameOf(section) === each),
  );
  if (missing) throw new Error(`Inertia has no section ${missing} any more.`);
  const textOf = (isWanted: (section: string) => boolean) =>
    sections.filter((section) => isWanted(nameOf(section))).join('');
  const own = textOf((section) => late[name].includes(section));
  const gone = textOf((section) => unused[name].includes(section));
  const rest = textOf((section) => !late[name].includes(section) && !unused[name].includes(section));
  const exported = /^export \{([^}]*)\};$/m
    .exec(code)![1]!
    .split(',')
    .map((each) => each.trim());
  const isIn = (text: string) => (each: string) =>
    new RegExp(`^(var|function) ${each.split(' ')[0]}\\b`, 'm').test(text);
  const stays = exported.filter((each) => !isIn(own + gone)(each));
  return {
    first: rest.replace(/^export \{[^}]*\};$/m, `export { ${stays.join(', ')} };`),
    second: `${own.replaceAll(/^import \{([^}]*)\} from "@inertiajs\/core";$/gm, (_, list: string) => importsFromCore(list))}
export { ${exported.filter(isIn(own)).join(', ')} };`,
  };
}

function importsFromCore(list: string): string {
  const names = list.split(',').map((each) => each.trim());
  const ofLate = (each: string) => /^(UseFormUtils|resetFormFields|FormComponentResetSymbol)\b/.test(each);
  return [
    `import { ${names.filter((each) => !ofLate(each)).join(', ')} } from "@inertiajs/core";`,
    `import { ${names.filter(ofLate).join(', ')} } from "@inertiajs/core/late";`,
  ].join('\n');
}

/** Says of calls that make a component or a context that they do nothing else, so that unused ones are left out. */
const pure = (code: string) =>
  code
    .replace(/(?<= = )(forwardRef|createContext)\d*\(/g, '/* @__PURE__ */ $&')
    .replace(/^\w+\.displayName = .*$/gm, '');

/** Inertia keeps its context to itself; a page shown over another one needs a provider of its own (modal-page.tsx). */
function withContext(code: string): string {
  if (!code.includes('var PageContext_default =')) throw new Error('Inertia calls its page context otherwise now.');
  return `${code}\nexport { PageContext_default as PageContext };`;
}

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name: string };
  key?: { name: string };
  init?: Node;
  body?: Node & { body: Node[] };
  value?: Node;
  declarations?: Node[];
}

function replaceParts(code: string, program: Node[], wanted: Record<string, string>): string {
  const places = new Map(program.flatMap(placesOf));
  const found = Object.entries(wanted).map(([name, text]) => {
    const place = places.get(name);
    if (!place) throw new Error(`Inertia has no ${name} any more.`);
    return { ...place, text };
  });
  return found
    .toSorted((one, other) => other.start - one.start)
    .reduce((all, { start, end, text }) => all.slice(0, start) + text + all.slice(end), code);
}

/** The values of variables, and the bodies of functions and of a class's methods, by name. */
function placesOf(node: Node): [string, Node][] {
  if (node.type === 'FunctionDeclaration') return [[node.id!.name, node.body!]];
  return (node.declarations ?? []).flatMap(({ id, init }): [string, Node][] => [
    ...(init ? [[id!.name, init] satisfies [string, Node]] : []),
    ...(init?.type === 'ClassExpression' ? init.body!.body : []).flatMap((member): [string, Node][] =>
      member.value?.body ? [[`${id!.name}.${member.key!.name}`, member.value.body]] : [],
    ),
  ]);
}
