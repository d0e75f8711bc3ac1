import type { SheetOpener } from './unopened.queries.ts';

/** Who opens sheets of marks: 'Ask the registrar, Mrs Ada Obi, to open them.' */
export function askToOpen(openers: readonly SheetOpener[], institutionId: number): string {
  const found = openers.find((one) => one.institutionId === institutionId);
  return found
    ? `Ask the ${found.role.toLowerCase()}, ${found.names.join(' or ')}, to open them.`
    : 'Nobody can open them yet: a role needs permission to open marks for entry.';
}
