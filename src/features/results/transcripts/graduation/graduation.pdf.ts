import { ink, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { heading, needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import { countOf } from '#ui/format.ts';

export interface GraduationFile {
  letterhead: Letterhead;
  chosen: GraduatingClass;
  list: GraduationList;
}

export const sheet: Sheet = { size: 'A4', margins: { top: 40, right: 40, bottom: 52, left: 40 } };

/** The graduation list: who is ready by class of award, then who is not and why. */
export default async function draw(doc: Doc, { letterhead, chosen, list }: GraduationFile): Promise<void> {
  const { program, className, session } = chosen;
  const ready = list.rows.filter(({ isReady }) => isReady);
  const others = list.rows.filter(({ isReady }) => !isReady);
  doc.info.Title = `Graduation list ${className}, ${session}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: 'Graduation list',
    under: `${program} · ${className}`,
    beside: [session, `${ready.length} of ${countOf(list.rows.length, 'student')} ready`],
    accent: letterhead.accent,
  });
  for (const [name, rows] of Map.groupBy(ready, ({ designation }) => designation ?? 'Ready')) {
    heading(doc, `${name} (${rows.length})`, letterhead.accent);
    table(
      doc,
      readyColumns(list),
      rows.map((row, at) => [String(at + 1), ...cellsOf(row, list)]),
      { blank: ' ' },
    );
  }
  if (others.length > 0) {
    heading(doc, `Not ready (${others.length})`, letterhead.accent);
    table(
      doc,
      [...readyColumns(list), { header: 'Why', share: 12 }],
      others.map((row, at) => ({
        cells: [String(at + 1), ...cellsOf(row, list), row.reasons.join('. ')],
        color: ink.soft,
      })),
      { blank: ' ', wordsPart: 0.6 },
    );
  }
  needRoom(doc, 76);
  const share = widthOf(doc) / 3;
  const y = doc.y + 44;
  for (const [at, signer] of ['Head of department', 'Dean', 'Registrar'].entries())
    signature(doc, `${signer}, signature and date`, doc.page.margins.left + at * share, y, share - 24);
  numberPages(doc, `${letterhead.name} · ${program}, ${className}, ${session}`);
}

const readyColumns = ({ system }: GraduationList): Column[] => [
  { header: '', share: 1, align: 'right' },
  { header: 'Student', share: 9 },
  { header: 'Number', share: 4, fits: true },
  ...(system === 'gpa' ? [{ header: 'Units', share: 2, align: 'right' } as const] : []),
  { header: system === 'gpa' ? 'CGPA' : 'Average', share: 2, align: 'right' },
];

const cellsOf = ({ name, number, unitsPassed, overall }: GraduationRow, { system }: GraduationList) => [
  name,
  number,
  ...(system === 'gpa' ? [String(unitsPassed)] : []),
  overall,
];

/** A final class in a session, with batches. */
export interface GraduatingClass {
  institutionId: number;
  classId: number;
  className: string;
  program: string;
  sessionId: number;
  session: string;
  isCurrent: boolean;
}

export interface GraduationRow {
  studentId: number;
  name: string;
  number: string;
  batch: string;
  unitsPassed: number;
  /** The CGPA, or the mean of the averages, with two decimals. */
  overall: string | null;
  designation: string | null;
  outstanding: string[];
  isReady: boolean;
  reasons: string[];
}

export interface GraduationList {
  system: 'average' | 'gpa';
  rows: GraduationRow[];
}

export interface GraduationProps {
  classes: GraduatingClass[];
  chosen: GraduatingClass | null;
  list: GraduationList;
}
