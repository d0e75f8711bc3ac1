import type { ReportDefinition } from '../engine/definition.ts';
import type { Usable } from '../engine/usable-fields.ts';
import type { LabelContent } from './sheets.ts';

interface Content {
  /** Fields of reports, one for each cell of a label: see labels.pdf.ts. */
  fields: readonly string[];
  words: string;
}

const names = ['first_name', 'middle_name', 'surname'];

const contents: Record<string, Partial<Record<LabelContent, Content>>> = {
  student: {
    person: { fields: [...names, 'batch', 'admission_number'], words: 'Name, class and admission number' },
    guardian: { fields: [...names, 'guardian_name', 'guardian_address'], words: 'Name and address of the guardian' },
  },
  employee: {
    person: { fields: [...names, 'department', 'employee_number'], words: 'Name, department and employee number' },
  },
};

/** What labels of a report can say for its reader, who sees every field of it. Equal rows shown once are not people. */
export function labelContents({ subject, usable }: Usable, { distinct }: Pick<ReportDefinition, 'distinct'>) {
  if (distinct) return {};
  const offered = Object.entries(contents[subject.name] ?? {});
  return Object.fromEntries(offered.filter(([, { fields }]) => fields.every((key) => usable.has(key))));
}
