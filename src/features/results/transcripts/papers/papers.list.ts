import { isNotNull, isNull, sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { academicPapers } from '../transcripts.schema.ts';
import { paperKinds } from './paper-content.ts';
import { pick } from '#kernel/database.ts';

const named = (key: string) => sql<string | null>`(${academicPapers.names} ->> ${sql.raw(`'${key}'`)})`;
const admissionNumber = sql<string>`(${academicPapers.content} ->> 'admissionNumber')`;

/** Issued papers, latest first, with the names as printed. */
export const paperList = declareList({
  id: academicPapers.id,
  visible: inInstitutions(academicPapers.institutionId, 'transcripts.issue'),
  filters: {
    q: searchIn(academicPapers.number, named('surname'), named('firstName'), named('recipient'), admissionNumber),
    kind: filterBy(choice(paperKinds), (kind) => sql`${academicPapers.kind} = ${kind}`),
    state: filterBy(choice({ valid: 'Valid', revoked: 'Revoked' }), (state) =>
      state === 'revoked' ? isNotNull(academicPapers.revokedAt) : isNull(academicPapers.revokedAt),
    ),
  },
  select: (db) =>
    db
      .select({
        ...pick(academicPapers, 'id', 'institutionId', 'kind', 'number', 'studentId', 'issuedAt', 'revokeReason'),
        name: sql<string>`coalesce(${named('surname')} || ', ' || ${named('firstName')}, 'Erased')`,
        admissionNumber,
        recipient: named('recipient'),
        isErased: sql<boolean>`${academicPapers.names} is null`,
        isRevoked: sql<boolean>`${academicPapers.revokedAt} is not null`,
      })
      .from(academicPapers),
});
export type PaperRow = Awaited<ReturnType<typeof paperList.readPage>>['rows'][number];
