import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { query, type Db } from '#kernel/database.ts';
import { type PublishedCard, storedText } from '../publication/sealed-cards.ts';
import { checkChanges } from './check-changes.ts';
import {
  lateResults,
  besidePublished,
  isLate,
  type SheetRules,
  ownResults,
  publishedClass,
  type ClassPlace,
  type CurrentResult,
  rankedOf,
  unpublishedOfClass,
  currentResults,
} from './late-results.ts';
import { sessionResultsOf, type SessionResults } from '../term-results/session-results.queries.ts';
import {
  columnsOf,
  correctCourses,
  refigure,
  type CourseRule,
  type CardSetting,
  correctNotes,
  changesOf,
  studentsIn,
  studentsOf,
  type Changes,
} from './compute/correct-card.ts';
import { rankAgain, type Figures } from './compute/rank-again.ts';
import { sql } from 'drizzle-orm';
import { Conflict } from '#kernel/errors.ts';
import type { CardRule } from '../cards/card-promotion.ts';

interface Recomputed {
  /** Term by term, the corrected one first. */
  replacements: Replacement[];
  /** Of what would be published: somebody who agrees has seen exactly this. */
  seen: string;
}

/**
 * What published results become with a correction, without writing anything: those of the students themselves, of
 * others in the batch and class whose positions or class figures change, and the students’ later published terms.
 * Everything is computed from what was published. For a snapshot, or behind `awaitTurn`.
 */
export async function recompute(db: Db, place: ClassPlace, changes: Changes, rules: SheetRules): Promise<Recomputed> {
  const moved = new Set(studentsOf([...changes.cells, ...changes.courses]));
  // Nobody else is affected by a note.
  const current = await (moved.size > 0 ? publishedClass(db, place) : ownResults(db, place, studentsIn(changes)));
  if (moved.size > 0) current.push(...(await lateResults(db, place, { current, ids: studentsIn(changes), rules })));
  checkChanges(
    current.filter(({ batchId }) => batchId === place.batchId),
    changes,
    rules,
  );
  const noted = ({ studentId }: CurrentResult, card: PublishedCard) =>
    correctNotes(card, changesOf(changes, studentId).notes, rules.traits);
  const recomputed =
    moved.size > 0
      ? await recomputeClass(db, { place, current, moved, changes, rules })
      : { cards: current.map(({ content }) => content), later: [] };
  const replacements = current.flatMap((row, at): Replacement[] => {
    const card = noted(row, recomputed.cards[at]!);
    return card === row.content || isDeepStrictEqual(card, row.content) ? [] : [{ ...row, corrected: card }];
  });
  replacements.push(...recomputed.later);
  return { replacements, seen: digestOf(replacements) };
}

const digestOf = (replacements: readonly Replacement[]): string => {
  const hash = createHash('sha256');
  for (const { number, corrected } of replacements) hash.update(`${number ?? 'new'} ${storedText(corrected)}`);
  return hash.digest('hex');
};

interface Asked {
  place: ClassPlace;
  /** The published results of the class. */
  current: readonly CurrentResult[];
  /** Whose marks or courses change. */
  moved: ReadonlySet<number>;
  changes: Changes;
  rules: SheetRules;
}

/** The cards of a class with corrected marks and courses, in the order of `current`, and later ones of the students. */
async function recomputeClass(
  db: Db,
  { place, current, moved, changes, rules }: Asked,
): Promise<{ cards: PublishedCard[]; later: Replacement[] }> {
  const changed = current.filter(({ studentId }) => moved.has(studentId));
  const rule = ruleOf(changed[0]!);
  const before = await sessionResultsOf(db, place, { scheme: rule, members: changed.map(asMember) });
  const corrected = new Map(
    changed.map((row) => {
      const { studentId, content } = row;
      const own = changesOf(changes, studentId);
      const ruleOfCourse = (courseId: number) => courseRule(rules, current, row, courseId);
      const courses = correctCourses(content, own, ruleOfCourse);
      const components = own.courses.length > 0 ? columnsOf(content, courses, ruleOfCourse) : content.components;
      return [
        studentId,
        refigure({ ...content, components }, courses, settingOf(before, rule, studentId, { ...content, courses })),
      ] as const;
    }),
  );
  const courseIds = new Set([...changes.cells, ...changes.courses].map(({ courseId }) => courseId));
  const others = await unpublishedOfClass(db, place, rule, new Set(current.map(({ studentId }) => studentId)));
  const rank = (cardOf: (row: CurrentResult) => PublishedCard) =>
    rankAgain(
      [...current.map((row) => rankedOf({ ...row, content: cardOf(row) }, rule, courseIds)), ...others],
      courseIds,
      rule,
    );
  const cardOf = ({ studentId, content }: CurrentResult) => corrected.get(studentId) ?? content;
  const [then, now] = [rank(({ content }) => content), rank(cardOf)];
  const later = await recomputeLater(db, place, changed, corrected);
  if (changes.keepsFigures) {
    const inBatch = current.flatMap((row) => (row.batchId === place.batchId && !isLate(row) ? [row.content] : []));
    return {
      cards: current.map((row) => (isLate(row) ? besidePublished(cardOf(row), inBatch) : row.content)),
      later: later.filter(({ studentId }) => moved.has(studentId)),
    };
  }
  return {
    cards: current.map((row) => withFigures(cardOf(row), then.get(row.studentId)!, now.get(row.studentId)!)),
    later,
  };
}

/** A course as it was called when others of the batch got it published, else as it is called now. */
function courseRule(
  { courses, bandsOf }: SheetRules,
  current: readonly CurrentResult[],
  { batchId, admissionDate }: CurrentResult,
  courseId: number,
): CourseRule {
  const { id, code, title, units, scheme, approvedAt } = courses.get(courseId)!;
  const published = current
    .filter((row) => row.batchId === batchId)
    .flatMap(({ content }) => content.courses.find((course) => course.id === courseId) ?? [])[0];
  return {
    id,
    code: published?.code ?? code,
    title: published?.title ?? title,
    units: published?.units ?? units,
    scheme,
    bands: bandsOf(scheme.scaleId, admissionDate, approvedAt),
  };
}

/**
 * Later published terms of the corrected students: their cumulatives in the session, the CGPAs of all later terms. Where
 * the last term goes by the session, its class is ranked again; other positions are by the term alone.
 */
async function recomputeLater(
  db: Db,
  { institutionId, termId }: ClassPlace,
  changed: readonly CurrentResult[],
  corrected: ReadonlyMap<number, PublishedCard>,
): Promise<Replacement[]> {
  const ids = sql.param(changed.map(({ studentId }) => studentId));
  const later = await currentResults(
    db,
    institutionId,
    sql`r.student_id = any (${ids}::bigint[]) and r.term_id <> ${termId}
      and exists (select from terms n join academic_sessions z on (z.institution_id, z.id) = (n.institution_id, n.session_id)
        where n.institution_id = r.institution_id and n.id = ${termId}
          and case when z.id = y.id then t.position > n.position
            else r.content ->> 'layout' = 'college' and y.starts_on > z.starts_on end)`,
  );
  const instead = new Map([...corrected].map(([studentId, { courses }]) => [`${studentId} ${termId}`, courses]));
  const replacements: Replacement[] = [];
  for (const [laterTerm, rows] of Map.groupBy(later, (row) => row.termId)) {
    const rule = ruleOf(rows[0]!);
    const members = rows.map(asMember);
    // A college has few later terms.
    // oxlint-disable-next-line no-await-in-loop
    const before = await sessionResultsOf(db, { institutionId, termId: laterTerm }, { scheme: rule, members }, instead);
    const cards = new Map(
      rows.map((row) => {
        const { content, studentId } = row;
        return [
          studentId,
          refigure(content, content.courses, settingOf(before, ruleOf(row), studentId, content)),
        ] as const;
      }),
    );
    // oxlint-disable-next-line no-await-in-loop
    const ranked = rule.goesBy === 'session' ? await rankClasses(db, institutionId, rows, cards) : null;
    for (const { row, card } of ranked ?? rows.map((one) => ({ row: one, card: cards.get(one.studentId)! })))
      if (!isDeepStrictEqual(card, row.content)) replacements.push({ ...row, corrected: card });
  }
  return replacements;
}

/** The classes of corrected cards that go by the session, everybody in them ranked again. */
async function rankClasses(
  db: Db,
  institutionId: number,
  rows: readonly CurrentResult[],
  cards: ReadonlyMap<number, PublishedCard>,
): Promise<{ row: CurrentResult; card: PublishedCard }[]> {
  const [{ termId, content }] = rows as [CurrentResult];
  const rule = ruleOf({ content });
  const places = await query<{ batchId: number; classId: number }>(db)`
    select id::bigint as "batchId", class_id::bigint as "classId" from batches where institution_id = ${institutionId}
      and id = any (${sql.param([...new Set(rows.map(({ batchId }) => batchId))])}::bigint[]) order by id`;
  const groups = rule.ranksClass ? [...new Map(places.map((place) => [place.classId, place])).values()] : places;
  const courseIds = new Set([...cards.values()].flatMap(({ courses }) => courses.map(({ id }) => id)));
  const ranked: { row: CurrentResult; card: PublishedCard }[] = [];
  for (const group of groups) {
    const place = { institutionId, termId, ...group };
    // A correction concerns one class, or very few.
    // oxlint-disable-next-line no-await-in-loop
    const current = await publishedClass(db, place);
    // oxlint-disable-next-line no-await-in-loop
    const others = await unpublishedOfClass(db, place, rule, new Set(current.map(({ studentId }) => studentId)));
    const cardOf = (row: CurrentResult) => cards.get(row.studentId) ?? row.content;
    const rank = (of: (row: CurrentResult) => PublishedCard) =>
      rankAgain(
        [...current.map((row) => rankedOf({ ...row, content: of(row) }, rule, courseIds)), ...others],
        courseIds,
        rule,
      );
    const [then, now] = [rank((row) => row.content), rank(cardOf)];
    for (const row of current)
      ranked.push({ row, card: withFigures(cardOf(row), then.get(row.studentId)!, now.get(row.studentId)!) });
  }
  return ranked;
}

/**
 * The card with what the correction changes in the figures of its class: where ranking again gives the same with and
 * without the correction, the card keeps what was published.
 */
function withFigures(card: PublishedCard, before: Figures, after: Figures): PublishedCard {
  const { inBatch, inClass } = after;
  const isMoved = !isDeepStrictEqual([before.inBatch, before.inClass], [inBatch, inClass]);
  const changed = new Map(
    [...after.courses].filter(([id, figures]) => !isDeepStrictEqual(before.courses.get(id), figures)),
  );
  if (!isMoved && changed.size === 0) return card;
  return {
    ...card,
    summary: isMoved ? { ...card.summary, inBatch, inClass } : card.summary,
    courses: card.courses.map((course) => ({ ...course, ...changed.get(course.id) })),
  };
}

/** A published result, and what would replace it. */
export interface Replacement extends CurrentResult {
  corrected: PublishedCard;
}

const asMember = ({ studentId, admissionDate }: CurrentResult) => ({ id: studentId, admissionDate });

function ruleOf({ content: { rule } }: Pick<CurrentResult, 'content'>): CardRule {
  if (!rule) throw new Conflict('This result doesn’t say how it was computed, so it can’t be corrected here.');
  return rule;
}

/** What a student reached before, with the codes as they were published. */
function settingOf(
  { terms, courses, ofStudents }: SessionResults,
  rule: CardRule,
  studentId: number,
  card: PublishedCard,
): CardSetting {
  const own = new Map(card.courses.map(({ id, code }) => [id, code]));
  return {
    rule,
    earlierTerms: terms.map(({ name }) => name),
    earlier: ofStudents.get(studentId) ?? terms.map(() => null),
    codeOf: (course: number) => own.get(course) ?? courses.get(course)!.code,
  };
}
