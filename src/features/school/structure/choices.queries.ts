import { and, asc, eq, ilike, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { type Db, hasKey, pick } from '#kernel/database.ts';
import { literally } from '#kernel/searchable.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import { seatedIn } from './batches/create-batch.ts';
import { programLabel } from './catalogue/program-label.ts';
import { academicSessions, batches, classes, programs } from './structure.schema.ts';

/** The most batches sent with a page; beyond that its select searches. */
const batchesOffered = 500;

const selectOpen = (db: Db, actor: Actor, wanted?: number, q = '', more?: SQL) =>
  db
    .select({
      ...pick(batches, 'id', 'name', 'institutionId'),
      classId: classes.id,
      className: classes.name,
      capacity: batches.capacity,
      students: seatedIn(batches),
    })
    .from(batches)
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .innerJoin(classes, hasKey(classes, batches.institutionId, batches.classId))
    .where(
      and(
        inArray(batches.institutionId, institutionsInView(actor, wanted, 'structure.view')),
        eq(academicSessions.isCurrent, true),
        isNull(batches.closedAt),
        q ? ilike(batches.name, `%${literally(q)}%`) : undefined,
        more,
      ),
    )
    .orderBy(
      asc(batches.institutionId),
      asc(classes.programId),
      asc(classes.position),
      asc(batches.name),
      asc(batches.id),
    );

/** The open batches of the current session with their number of students, in the order of the classes. */
export const batchChoices = (db: Db, actor: Actor, wanted?: number) =>
  bounded(batchesOffered, (limit) => selectOpen(db, actor, wanted).limit(limit));
export type BatchOffer = Awaited<ReturnType<typeof batchChoices>>;

/** The open batches that match a list's filters by batch or class. */
export const chosenBatches = (
  db: Db,
  actor: Actor,
  filter: { batch?: number | undefined; class?: number | undefined },
) =>
  selectOpen(
    db,
    actor,
    undefined,
    '',
    or(
      filter.batch === undefined ? undefined : eq(batches.id, filter.batch),
      filter.class === undefined ? undefined : eq(batches.classId, filter.class),
    ),
  );

/** The same, with a name that contains the typed text. */
export async function findBatches(db: Db, { actor, institutionId, q }: Choosing): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, (limit) => selectOpen(db, actor, institutionId, q).limit(limit));
  return {
    choices: rows.map(({ id, name, capacity, students }) => ({
      value: String(id),
      label: name,
      hint: students >= capacity ? 'full' : `${students} of ${capacity}`,
    })),
    isMore,
  };
}

/** Classes whose name contains the typed text, by program. */
export async function findClasses(db: Db, { institutionIds, q, except }: Choosing): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select({ id: classes.id, name: classes.name, program: programs.name })
      .from(classes)
      .innerJoin(programs, hasKey(programs, classes.institutionId, classes.programId))
      .where(
        and(
          inArray(classes.institutionId, institutionIds),
          except === undefined ? undefined : ne(classes.id, except),
          q ? ilike(sql`${classes.name} || ' ' || ${programs.name}`, `%${literally(q)}%`) : undefined,
        ),
      )
      .orderBy(asc(classes.institutionId), asc(programs.name), asc(programs.id), asc(classes.position), asc(classes.id))
      .limit(limit),
  );
  return { choices: rows.map(({ id, name, program }) => ({ value: String(id), label: name, hint: program })), isMore };
}

/** Programs whose name or code contains the typed text. */
export async function findPrograms(db: Db, { institutionIds, q }: Choosing): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select({ id: programs.id, name: programs.name, code: programs.code, requiresPin: programs.requiresPin })
      .from(programs)
      .where(
        and(
          inArray(programs.institutionId, institutionIds),
          q ? ilike(sql`${programs.name} || ' ' || ${programs.code}`, `%${literally(q)}%`) : undefined,
        ),
      )
      .orderBy(
        asc(programs.institutionId),
        sql`${programs.retiredAt} is not null`,
        asc(programs.name),
        asc(programs.id),
      )
      .limit(limit),
  );
  return {
    choices: rows.map((program) => ({ value: String(program.id), label: programLabel(program), hint: program.code })),
    isMore,
  };
}

export const programChoices = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({ id: programs.id, name: programs.name })
    .from(programs)
    .where(
      and(
        inArray(programs.institutionId, institutionsInView(actor, wanted, 'structure.view')),
        isNull(programs.retiredAt),
      ),
    )
    .orderBy(asc(programs.name));
