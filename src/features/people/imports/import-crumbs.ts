import { kindWords, type ImportKind } from './kinds/kind-words.ts';

/** The breadcrumbs of an import. */
export const importCrumbs = (kind: ImportKind) => [
  { label: kindWords[kind].title, href: kindWords[kind].home },
  { label: 'Imports', href: importsOf(kind) },
];

export const importsOf = (kind: ImportKind): string => (kind === 'students' ? '/imports' : `/imports/${kind}`);
