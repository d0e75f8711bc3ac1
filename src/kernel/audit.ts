import { sql } from 'drizzle-orm';
import type { Actor } from './actor.ts';
import { query, writeLog, type Tx } from './database.ts';
import { wakeOnCommit } from './look-for-work.ts';

export interface AuditEntry {
  institutionId: number;
  /** One sentence without its subject: 'assigned 40 students to JSS 1 A'. Use `sentence` for names of other people. */
  summary: string | Sentence;
  subject?: { type: string; id: number };
  details?: Record<string, unknown>;
  /** Other people named in the details. */
  mentions?: Mention[];
}

/** A person whom an entry names besides its subject, so that an erasure finds the text by this link. */
export interface Mention {
  of: string;
  id: number;
  /** Where the name is in the summary, as offsets in characters. */
  at?: number;
  length?: number;
  /** Paths in the details that concern this person. */
  details?: string[][];
}

export interface Sentence {
  text: string;
  mentions: Mention[];
}

/** A name in a sentence, with the person it belongs to. */
export interface PersonName extends Pick<Mention, 'of' | 'id' | 'details'> {
  name: string;
}

/** A summary that records where it names people: sentence`made ${guardian} guardian of ${student}`. */
export function sentence(parts: TemplateStringsArray, ...values: (string | number | PersonName)[]): Sentence {
  let text = parts[0]!;
  const mentions: Mention[] = [];
  for (const [at, value] of values.entries()) {
    if (typeof value === 'object') {
      const { name, ...who } = value;
      mentions.push({ ...who, at: lengthOf(text), length: lengthOf(name) });
      text += name;
    } else text += value;
    text += parts[at + 1]!;
  }
  return { text, mentions };
}

/** Counts characters as PostgreSQL does. */
const lengthOf = (text: string) => [...text].length;

/** Records who did what, in the transaction of the change. */
export const record = (tx: Tx, actor: Actor, action: string, entry: AuditEntry): Promise<void> =>
  recordMany(tx, actor, action, [entry]);

/** Records the same for many subjects, in one statement. */
export async function recordMany(tx: Tx, actor: Actor, action: string, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { ownFamilyMark: mark } = actor;
  if (mark && mark.reason === undefined) await mark.isKnown;
  const rows = entries.map(({ institutionId, summary, subject, details: given = {}, mentions = [] }) => {
    const content = typeof summary === 'string' ? { text: summary, mentions: [] } : summary;
    const details = mark?.reason && mark.isAbout(subject) ? { ...given, ownFamily: mark.reason } : given;
    return {
      institution: institutionId,
      type: subject?.type,
      id: subject?.id,
      summary: content.text,
      details,
      mentions: [...content.mentions, ...mentions],
    };
  });
  // Work without a session has no account; the table fills it in.
  const username = actor.username
    ? sql`${actor.username}`
    : sql`(select username from accounts where id = ${actor.accountId}::bigint)`;
  await writeLog(tx, (own) => {
    wakeOnCommit(own, 'audit_entries');
    return query(
      own,
      sql`
    insert into audit_entries (institution_id, account_id, person, username, action, subject_type, subject_id, summary, details,
      mentions, request_id)
    select r.institution, ${actor.accountId}::bigint, ${actor.name}, ${username}, ${action}, r.type, r.id, r.summary, r.details,
      r.mentions, ${actor.requestId ?? null}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (institution int, type text, id bigint, summary text,
      details jsonb, mentions jsonb)) with ordinality r order by r.ordinality`,
    );
  });
}
