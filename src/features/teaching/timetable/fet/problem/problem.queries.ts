import { isOneOf, query, type Db } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import type { Draft } from '../../draft/draft.ts';
import { readDraft } from '../../draft/draft.queries.ts';
import type { Rule } from '../rules/rule-kinds.ts';
import { readRules } from '../rules/rules.queries.ts';
import type { ClassOfBatch } from './students.ts';

export interface WholeVersion {
  draft: Draft;
  rules: Rule[];
  classes: ClassOfBatch[];
}

/** A version with everything that a file for FET contains, in statements that are issued at once. */
export async function readWhole(db: Db, institutionIds: readonly number[], timetableId: number): Promise<WholeVersion> {
  const [draft, rules, classes] = await Promise.all([
    readDraft(db, institutionIds, timetableId),
    readRules(db, institutionIds, timetableId),
    query<ClassOfBatch>(
      db,
      sql`select b.id::int as "batchId", c.name as "className" from timetables t
        join batches b on b.institution_id = t.institution_id
        join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
        where ${isOneOf(sql`t.institution_id`, [...institutionIds])} and t.id = ${timetableId}`,
    ),
  ]);
  return { draft, rules, classes };
}
