import type { Doc, Sheet } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { title } from '#kernel/pdf/title.ts';
import { countOf, listName } from '#ui/format.ts';
import { outcomesAndUndecided } from '../outcomes.ts';
import type { StudentProposal } from '../proposal/proposals.ts';

export interface PromotionListFile {
  letterhead: Letterhead;
  session: string;
  next: string | null;
  /** By batch, in their order. */
  batches: { name: string; students: StudentProposal[]; counts: string }[];
}

// A4, upright.
export const sheet: Sheet = { size: [595.28, 841.89], margins: { top: 36, right: 40, bottom: 48, left: 40 } };

/** The promotion list of each batch on pages of its own, for the notice board and the files. */
export default async function draw(doc: Doc, { letterhead, session, next, batches }: PromotionListFile) {
  doc.info.Title = `Promotion list ${session}`;
  for (const [at, { name, students, counts }] of batches.entries()) {
    if (at > 0) doc.addPage();
    await drawLetterhead(doc, letterhead);
    title(doc, {
      words: `Promotion list, ${name}`,
      under: next ? `From ${session} to ${next}` : session,
      beside: [countOf(students.length, 'student'), students.some(isOpen) ? 'Not approved yet' : null],
      accent: letterhead.accent,
    });
    const lines = students.map((one, place): MarkedRow => ({
      cells: [
        String(place + 1),
        listName(one),
        one.number,
        one.average ?? '—',
        [outcomesAndUndecided[one.outcome], one.outcome === 'graduated' && one.designation].filter(Boolean).join(', '),
        one.note ?? (one.outcome === 'promoted' || one.outcome === 'graduated' ? '' : one.reasons.join(' ')),
      ],
    }));
    table(
      doc,
      [
        { header: '', share: 1, align: 'right' },
        { header: 'Student', share: 7 },
        { header: 'Number', share: 4, fits: true },
        { header: 'Average', share: 2, align: 'right' },
        { header: 'Outcome', share: 5 },
        { header: 'Reason', share: 8 },
      ],
      [...lines, { cells: ['', counts, '', '', '', ''], isBold: true }],
      { blank: ' ' },
    );
  }
  numberPages(doc, `${letterhead.name} · Promotion list ${session}`);
}

const isOpen = ({ state }: StudentProposal) => state === 'proposed' || state === 'changed';
