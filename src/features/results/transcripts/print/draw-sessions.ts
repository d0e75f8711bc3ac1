import type { Words } from '#kernel/contracts/terminology.ts';
import { ink, type Doc } from '#kernel/pdf/document.ts';
import { footOf } from '#kernel/pdf/parts.ts';
import { table, type Column, type MarkedRow } from '#kernel/pdf/table.ts';
import { hasGrade } from '#features/results/assessment/compute/course-result.ts';
import { averageOf, markOf } from '#features/results/results/cards/card-texts.ts';
import { ordinal } from '#features/results/assessment/compute/positions.ts';
import { stateWords } from '#features/results/results/term-results/shown-results.ts';
import type { PaperCourse, PaperTerm, TranscriptContent } from '../papers/paper-content.ts';
import { termHeading } from './draw-terms.ts';

/** A school's record: one table a session, with the terms side by side. */
export function drawSessions(doc: Doc, { terms }: TranscriptContent, words: Words, accent: string): void {
  for (const [session, own] of Map.groupBy(terms, (term) => term.session)) {
    const titles = new Map(own.flatMap(({ courses }) => courses.map(({ code, title }) => [code, title] as const)));
    const codes = [...titles.keys()].toSorted((a, b) => titles.get(a)!.localeCompare(titles.get(b)!));
    const height = 70 + 17 * (codes.length + 3);
    if (doc.y + height > footOf(doc) && height < footOf(doc) - 80) doc.addPage();
    const places = [...new Set(own.flatMap(({ place }) => place ?? []))];
    termHeading(doc, { ...own[0]!, term: words.class, session: places.join(', ') || '—', place: session }, accent);
    const columns: Column[] = [
      { header: words.course, share: 10 },
      ...own.flatMap(({ term }): Column[] => [
        { header: term, share: 2.4, align: 'right', wrapsHead: true },
        { header: 'Grade', share: 1.6, align: 'left' },
      ]),
    ];
    const rows = codes.map((code) => [
      titles.get(code)!,
      ...own.flatMap((term) => cellsOf(term.courses.find((course) => course.code === code))),
    ]);
    const figure = (label: string, textOf: (term: PaperTerm) => string | null): MarkedRow[] =>
      own.some((term) => textOf(term) !== null)
        ? [{ cells: [label, ...own.flatMap((term) => [textOf(term), null])], isBold: true, color: ink.soft }]
        : [];
    table(
      doc,
      columns,
      [
        ...rows,
        ...figure('Average', ({ average }) => averageOf(average)),
        ...figure('Position', ({ position }) =>
          position ? ordinal(position.position) + (position.of ? ` of ${position.of}` : '') : null,
        ),
      ],
      { blank: ' ', rowPadding: 2.2 },
    );
    doc.y += 4;
  }
}

function cellsOf(course: PaperCourse | undefined): [string | null, string | null] {
  if (!course) return [null, null];
  const { status, total, grade } = course;
  return status === 'complete' ? [markOf(total), grade] : [stateWords[status].short, hasGrade(status) ? grade : null];
}
