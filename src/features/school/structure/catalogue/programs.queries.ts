import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Db, pick } from '#kernel/database.ts';
import { programs } from '../structure.schema.ts';
import { pageOf } from '../view.ts';

const columns = {
  ...pick(programs, 'id', 'institutionId', 'code', 'name', 'requiresPin', 'applicationFee', 'seats', 'minimumAge'),
  ...pick(programs, 'probationBelow', 'withdrawalAfter', 'unitsRequired', 'retiredAt'),
};

/** Programs, retired ones last. */
export const listPrograms = (db: Db, actor: Actor, wanted?: number, from?: number) =>
  pageOf(selectPrograms(db, actor, wanted), from);
export type ProgramRow = Awaited<ReturnType<typeof listPrograms>>['rows'][number];

const selectPrograms = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({
      ...columns,
      classes: sql<number>`(select count(*) from classes c where c.institution_id = programs.institution_id and c.program_id = programs.id)`,
    })
    .from(programs)
    .where(inArray(programs.institutionId, institutionsInView(actor, wanted, 'structure.view')))
    .orderBy(asc(programs.institutionId), sql`${programs.retiredAt} is not null`, asc(programs.name), asc(programs.id));

/** One program, or undefined if the actor cannot see it. */
export const findProgram = async (db: Db, actor: Actor, id: number) => {
  const [row] = await db
    .select(columns)
    .from(programs)
    .where(and(inArray(programs.institutionId, institutionsWhere(actor, 'structure.view')), eq(programs.id, id)));
  return row;
};
