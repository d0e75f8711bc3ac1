import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { PaperContent, PaperKind, PaperNames } from './paper-content.ts';

export interface FoundPaper {
  id: number;
  institutionId: number;
  studentId: number;
  kind: PaperKind;
  number: string;
  code: string;
  content: PaperContent;
  /** Null after an erasure. */
  names: PaperNames | null;
  /** Where the institution is. */
  issuedOn: string;
  isRevoked: boolean;
}

/** An issued paper; locked with `lock`. */
export async function findPaper(db: Db, actor: Actor, paperId: number, lock = false): Promise<FoundPaper> {
  const within = institutionsWhere(actor, 'transcripts.issue');
  const [row] = await query<FoundPaper>(
    db,
    sql`select p.id::int as id, p.institution_id as "institutionId", p.student_id::int as "studentId", p.kind, p.number,
      p.code, p.content, p.names, (p.issued_at at time zone z.time_zone)::date::text as "issuedOn",
      p.revoked_at is not null as "isRevoked"
    from academic_papers p join institutions z on z.id = p.institution_id
    where p.institution_id = any (${sql.param(within)}::int[]) and p.id = ${paperId}
    ${lock ? sql`for no key update of p` : sql``}`,
  );
  if (!row) throw new NotFound('paper');
  return row;
}

/** 'Ada Obi', or what is left after an erasure. */
export const holderOf = ({ names }: Pick<FoundPaper, 'names'>): string =>
  names ? `${names.firstName} ${names.surname}` : 'an erased record';
