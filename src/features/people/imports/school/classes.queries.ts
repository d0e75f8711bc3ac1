import { asc, eq } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { classes } from '#features/school/structure/structure.schema.ts';

/** The classes of an institution, to add a batch to. */
export const classesOf = (db: Db, institutionId: number) =>
  db
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.name));
