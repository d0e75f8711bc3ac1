import type { CostOfMany, Many } from '#kernel/messages/announce-to-many.ts';
import type { Switch } from '#kernel/messages/switches.ts';
import { plainText } from '#features/school/site/public/markdown-text.ts';
import type { Prices } from '#kernel/messages/credit.ts';
import { employeesConcerned, studentsConcerned, type Reader } from '../board/audience.ts';

interface Told {
  id: number;
  title: string;
  body: string;
  toEmployees: boolean;
  toStudents: boolean;
  toGuardians: boolean;
}

/** The switches for the readers of a notice. */
export const switchesFor = ({ toEmployees, toStudents, toGuardians }: Told, on: readonly Switch[]): Switch[] => {
  const readers: Reader[] = [
    ...(toEmployees ? (['employee'] as const) : []),
    ...(toStudents ? (['student'] as const) : []),
    ...(toGuardians ? (['guardian'] as const) : []),
  ];
  return on.filter(({ audience }) => readers.includes(audience));
};

/** Whom a notice is written to by SMS and e-mail, and what it says. */
export const readersWrittenTo = (institutionId: number, { id, title, body }: Told, on: Switch[]): Many => ({
  on,
  students: studentsConcerned(institutionId, id),
  employees: employeesConcerned(institutionId, id),
  fields: { title, summary: plainText(body, 200) },
});

/** What must be paid: what is kept costs nothing yet. */
export const priceOf = (costs: CostOfMany[]): Required<Pick<Prices, 'sms'>> => ({
  sms: costs.reduce((sum, { isKept, price }) => sum + (isKept ? 0 : price), 0),
});
