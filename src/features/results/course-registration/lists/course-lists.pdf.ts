import type { Doc, Sheet } from '#kernel/pdf/document.ts';
import { letterheadFor, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { table } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import { countOf } from '#ui/format.ts';
import type { CourseList } from './course-lists.queries.ts';

export interface CourseListFile {
  letterhead: Letterhead;
  batch: string;
  term: string;
  lists: CourseList[];
}

export const sheet: Sheet = { size: 'A4', margins: { top: 40, right: 44, bottom: 52, left: 44 }, isEmpty: true };

/** One list a course, each on a page of its own, with a column to sign in. */
export default async function draw(doc: Doc, { letterhead, batch, term, lists }: CourseListFile): Promise<void> {
  doc.info.Title = `Course lists ${batch}, ${term}`;
  doc.addPage();
  const head = await letterheadFor(doc, letterhead);
  for (const [at, { code, title: name, units, teacher, students }] of lists.entries()) {
    if (at > 0) doc.addPage();
    head();
    title(doc, {
      words: `${code}, ${batch}`,
      under: name,
      beside: [term, `${countOf(units, 'unit')} · ${countOf(students.length, 'student')}`, teacher],
      accent: letterhead.accent,
    });
    table(
      doc,
      [
        { header: '', share: 1, align: 'right' },
        { header: 'Student', share: 8 },
        { header: 'Number', share: 4, fits: true },
        { header: 'Signature', share: 6 },
      ],
      students.map((student, row) => [String(row + 1), student.name, student.number, null]),
      { blank: ' ', rowHeight: 22 },
    );
    needRoom(doc, 70);
    const half = widthOf(doc) / 2;
    const { left } = doc.page.margins;
    signature(doc, 'Adviser, signature and date', left, doc.y + 40, half - 30);
    signature(doc, 'Lecturer, signature and date', left + half, doc.y - 14, half - 30);
    numberPages(doc, `${letterhead.name} · ${code}, ${batch}, ${term}`);
    doc.flushPages();
  }
}
