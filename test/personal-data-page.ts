import { entities } from '#kernel/personal-data/entity.ts';
import type { MergeRule } from '#kernel/personal-data/merge-rule.ts';
import type { PersonalDataRegistry, PersonalTable } from '#kernel/personal-data/personal-data.ts';
import { defaultTerms } from '#kernel/contracts/terminology.ts';

const plural = { student: 'students', employee: 'employees', guardian: 'guardians' };

/** Everything that features declare about people, as a page for those who must account for it. */
export function personalDataPage({ tablesOf }: PersonalDataRegistry): string {
  const tables = [...new Set(entities.flatMap((entity) => tablesOf(entity)))];
  return `# Personal data

What each table stores about people, and what becomes of it. Written by \`test/personal-data.test.ts\` from the declarations in \`*.personal-data.ts\`; do not edit it.

| Table | People | Export | Erasure | Merge | Kept |
| --- | --- | --- | --- | --- | --- |
${tables.map((table) => `| ${cellsOf(table).join(' | ')} |`).join('\n')}
`;
}

const cellsOf = (declared: PersonalTable): string[] => [
  `\`${declared.table}\``,
  declared.people.map((entity) => plural[entity]).join(', '),
  exportOf(declared),
  erasureOf(declared),
  mergeOf(declared.merge),
  'keep' in declared.retention ? declared.retention.keep : `${declared.retention.days} days`,
];

function exportOf({ section }: PersonalTable): string {
  if ('omit' in section) return `Not exported: ${section.omit}`;
  return typeof section.title === 'string' ? section.title : section.title(defaultTerms);
}

function erasureOf({ erase, eraseMentions }: PersonalTable): string {
  const others = eraseMentions ? ' Mentions of the person are removed.' : '';
  if (erase === 'delete') return `Deleted.${others}`;
  if (typeof erase === 'function') return `Erased by the feature.${others}`;
  if ('keep' in erase) return `Kept: ${erase.keep}${others}`;
  const columns = Object.keys(erase.set).filter((column) => !column.endsWith('_at'));
  return `Anonymised: ${columns.join(', ')}.${others}`;
}

function mergeOf(rule: MergeRule): string {
  if (rule.how === 'leave') return `Stays with the merged record: ${rule.why}`;
  if (rule.how === 'refuse') return `Refused: ${rule.message}`;
  if (rule.how === 'record') return 'Field by field.';
  return rule.how === 'move' ? 'Moves to the kept record.' : 'Combined by the feature.';
}
