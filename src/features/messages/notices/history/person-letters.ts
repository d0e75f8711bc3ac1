import { sql } from 'drizzle-orm';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { maySeeHistory } from './message-access.ts';

export interface PersonLetter {
  id: number;
  day: string;
  author: string;
  subject: string;
  /** Null for people who can't see what it reveals. */
  body: string | null;
  to: string;
  /** The letter has a page for those who print letters. */
  hasPage: boolean;
}

const most = 50;

/** The letters on paper to a person, or about a student, latest first. */
export async function personLetters(
  db: Db,
  actor: Actor,
  { entity, table, visibleTo }: PersonKind,
  personId: number,
): Promise<{ rows: PersonLetter[]; isMore: boolean }> {
  if (entity === 'employee') return { rows: [], isMore: false };
  const { rows, isMore } = await bounded(most, (limit) =>
    query<Omit<PersonLetter, 'hasPage'> & { institutionId: number; needs: string | null }>(
      db,
      sql`select l.id::int, l.institution_id as "institutionId", l.day::text as day, l.author, l.needs, c.name as to, c.subject, c.body
        from (select institution_id, id from ${table} where ${visibleTo(actor)} and id = ${personId}
          and institution_id = any (${sql.param(institutionsWhere(actor, ...maySeeHistory[entity]))}::int[])) p
        join letter_copies c on c.institution_id = p.institution_id and c.${sql.identifier(`${entity}_id`)} = p.id
        join letters l on (l.institution_id, l.id) = (c.institution_id, c.letter_id)
        order by l.id desc, c.place limit ${limit}`,
    ),
  );
  const shown = rows.map(({ institutionId, needs, ...letter }) => {
    const mayRead = mayReadText(actor, institutionId, needs);
    return {
      ...letter,
      subject: mayRead ? letter.subject : 'Letter',
      body: mayRead ? letter.body : null,
      hasPage: can(actor, 'messages.send', institutionId),
    };
  });
  return { rows: shown, isMore };
}
