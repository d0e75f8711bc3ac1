import { and, eq, ilike } from 'drizzle-orm';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import type { Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { literally } from '#kernel/searchable.ts';
import { savedReports } from '../../reports.schema.ts';
import { visibleTo } from '../../saved/find-report.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';

const isGraph = (actor: Actor, institutionId: number) =>
  and(visibleTo(actor, institutionId), eq(savedReports.kind, 'graph'));

/** A graph that the actor can open, or null. */
export async function visibleGraph(db: Db, actor: Actor, institutionId: number, id: number) {
  const [found] = await db
    .select({ id: savedReports.id, name: savedReports.name, definition: savedReports.definition })
    .from(savedReports)
    .where(and(isGraph(actor, institutionId), eq(savedReports.id, id)));
  return found ? { ...found, definition: GraphDefinition.parse(found.definition) } : null;
}

/** The graphs that the actor can open, to choose from; typing finds others. */
export async function graphChoices(
  db: Db,
  actor: Actor,
  { institutionId, q }: { institutionId: number; q: string },
): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select({ id: savedReports.id, label: savedReports.name })
      .from(savedReports)
      .where(and(isGraph(actor, institutionId), ilike(savedReports.name, `%${literally(q)}%`)))
      .orderBy(savedReports.name, savedReports.id)
      .limit(limit),
  );
  return { choices: rows.map(({ id, label }) => ({ value: String(id), label })), isMore };
}
