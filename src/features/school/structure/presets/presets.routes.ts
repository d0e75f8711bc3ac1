import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today, addDays, type Day } from '#kernel/dates.ts';
import { queryParam } from '#kernel/schemas.ts';
import { may, type App, type Flash } from '#web/routes.ts';
import { termFor } from '../batches/batch-term.ts';
import { View } from '../view.ts';
import { applyPreset } from './apply-preset.ts';
import { ApplyPreset, type Preset } from './preset-fields.ts';
import { presetKeys, presets, usualPreset, type PresetKey } from './presets.ts';
import { proposedSession } from '../sessions/proposed-session.ts';
import type { Tally } from './tally.ts';
import { page } from '#web/page.ts';
import { chooseInstitution } from '../structure-in-view.ts';
import { type InstitutionChoice } from '../structure.pages.ts';
import type { ExistingStructure } from './draft.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Db, hasKey, pick } from '#kernel/database.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { academicSessions, batches, classes, courses, programs, terms } from '../structure.schema.ts';

const editing = may('structure.edit');

/** Programs, classes, batches and courses of a kind of school, added at once. */
export function presetRoutes(app: App): void {
  app.get(
    '/structure/templates',
    { config: editing, schema: { querystring: View.extend({ preset: queryParam(z.enum(presetKeys)) }) } },
    async (request, reply) => {
      const { institution_id: wanted, preset: chosen } = request.query;
      const props = await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, wanted);
        const { kind, session, existing } = await readExisting(db, choice.institutionId);
        const preset = chosen ?? usualPreset(kind);
        const newSession = proposedSession(today(membershipIn(actor, choice.institutionId)!.timeZone));
        const { startsOn, endsOn } = session ?? newSession;
        const terms = session?.terms ? [] : proposeTerms(presets[preset].calendar, startsOn, endsOn);
        return { ...choice, preset, session, newSession, terms, existing };
      });
      return reply.page(presetPage, props);
    },
  );

  app.post(
    '/structure/templates',
    { config: { ...editing, once: true }, schema: { body: ApplyPreset } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await applyPreset(tx, actor, request.body);
        const { institutionId } = request.body;
        return { flash: inWords(actor, institutionId, done), go: `/home?institution_id=${institutionId}` };
      }),
  );
}

type Done = Pick<Tally, 'added' | 'skipped'> & { terms: number; isAnything: boolean };

/** 'Added 2 programmes and 6 classes. 1 programme already exists.' */
function inWords(actor: Actor, institutionId: number, { added, skipped, terms, isAnything }: Done): Flash {
  const word = (noun: Parameters<typeof termFor>[2]) => termFor(actor, institutionId, noun);
  const parts = ({ programs, classes, batches, courses }: Tally['added'], termCount: number) =>
    [
      counted(termCount, 'term', 'terms'),
      counted(programs, 'programme', 'programmes'),
      counted(classes, word('class'), word('classes')),
      counted(batches, word('batch'), word('batches')),
      counted(courses, word('course'), word('courses')),
    ].filter((part) => part !== null);
  const left = parts(skipped, 0);
  const unchanged = left.length ? ` Already existed and unchanged: ${list.format(left)}.` : '';
  if (!isAnything) return { message: `Nothing to add.${unchanged}`, tone: 'info' };
  const made = parts(added, terms);
  return { message: `${made.length ? `Added ${list.format(made)}.` : 'Added.'}${unchanged}`, tone: 'good' };
}

const list = new Intl.ListFormat('en-GB');
const counted = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`;

export interface PresetProps extends InstitutionChoice {
  preset: PresetKey;
  /** The current session, or null to add one. */
  session: { name: string; startsOn: string; endsOn: string; terms: number } | null;
  /** Proposed for a new session. */
  newSession: { name: string; startsOn: string; endsOn: string };
  /** Empty where the session has terms. */
  terms: ProposedTerm[];
  existing: ExistingStructure;
}

export const presetPage = page<PresetProps>('structure/preset');

interface ProposedTerm {
  name: string;
  startsOn: Day;
  endsOn: Day;
}

const names = {
  terms: ['First Term', 'Second Term', 'Third Term'],
  semesters: ['First Semester', 'Second Semester'],
};

/** The usual terms of a session from September to July; otherwise parts of equal length with two weeks between them. */
export function proposeTerms(calendar: Preset['calendar'], startsOn: Day, endsOn: Day): ProposedTerm[] {
  const usual = usualDays(calendar, startsOn, endsOn);
  const isInOrder = usual.every((day, at) => at === 0 || usual[at - 1]! < day);
  const days = isInOrder ? usual : evenDays(names[calendar].length, startsOn, endsOn);
  return names[calendar].map((name, at) => ({ name, startsOn: days[2 * at]!, endsOn: days[2 * at + 1]! }));
}

/** First and last days, in turn. */
function usualDays(calendar: Preset['calendar'], startsOn: Day, endsOn: Day): Day[] {
  const year = Number(startsOn.slice(0, 4));
  const next = year + 1;
  const between =
    calendar === 'terms'
      ? [
          weekday(`${year}-12-15`, friday),
          weekday(`${next}-01-08`, monday),
          weekday(`${next}-04-05`, friday),
          weekday(`${next}-05-01`, monday),
        ]
      : [weekday(`${next}-02-08`, friday), weekday(`${next}-03-05`, monday)];
  return [startsOn, ...between, endsOn];
}

const [monday, friday] = [1, 5];

/** The first such weekday from that day on. */
const weekday = (from: Day, wanted: number): Day =>
  addDays(from, (wanted - new Date(`${from}T00:00:00Z`).getUTCDay() + 7) % 7);

function evenDays(parts: number, startsOn: Day, endsOn: Day): Day[] {
  const length = Math.round((Date.parse(endsOn) - Date.parse(startsOn)) / 86_400_000);
  const gap = length > parts * 28 ? 14 : 1;
  return Array.from({ length: parts }, (_, at) => [
    addDays(startsOn, at === 0 ? 0 : Math.floor((length * at) / parts) + gap),
    at === parts - 1 ? endsOn : addDays(startsOn, Math.floor((length * (at + 1)) / parts)),
  ]).flat();
}

/** What stands in the institution already, and its current session. The caller checked access. */
async function readExisting(db: Db, institutionId: number) {
  const [[institution], [session], programRows, classRows, arms, codes] = await Promise.all([
    db.select({ kind: institutions.kind }).from(institutions).where(eq(institutions.id, institutionId)),
    db
      .select({
        ...pick(academicSessions, 'id', 'name', 'startsOn', 'endsOn'),
        terms: sql<number>`(select count(*) from ${terms} t where t.institution_id = academic_sessions.institution_id and t.session_id = academic_sessions.id)`,
      })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), eq(academicSessions.isCurrent, true))),
    db
      .select({ id: programs.id, code: programs.code, name: programs.name })
      .from(programs)
      .where(eq(programs.institutionId, institutionId))
      .orderBy(asc(programs.id)),
    db
      .select({ id: classes.id, programId: classes.programId, name: classes.name })
      .from(classes)
      .where(eq(classes.institutionId, institutionId)),
    db
      .select({
        classId: batches.classId,
        arm: batches.arm,
        hasCourses: sql<boolean>`exists (select from course_offerings o where o.institution_id = ${batches.institutionId} and o.batch_id = ${batches.id})`,
      })
      .from(batches)
      .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
      .where(and(eq(batches.institutionId, institutionId), eq(academicSessions.isCurrent, true))),
    db.select({ code: courses.code }).from(courses).where(eq(courses.institutionId, institutionId)),
  ]);
  const existing: ExistingStructure = {
    programs: programRows,
    classes: classRows,
    arms,
    codes: codes.map(({ code }) => code.toLowerCase()),
  };
  return {
    kind: institution!.kind,
    session: session ? { ...session, terms: Number(session.terms) } : null,
    existing,
  };
}
