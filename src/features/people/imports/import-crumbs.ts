import { kindLabels, type ImportKind } from './kinds/kind-labels.ts';

/** The breadcrumbs of an import. */
export const importCrumbs = (kind: ImportKind) => [
  { label: kindLabels[kind].title, href: kindLabels[kind].home },
  { label: 'Imports', href: importsOf(kind) },
];

export const importsOf = (kind: ImportKind): string => (kind === 'students' ? '/imports' : `/imports/${kind}`);
