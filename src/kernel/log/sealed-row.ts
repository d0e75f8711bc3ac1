import { createHash } from 'node:crypto';

export interface Row {
  id: string;
  seq: string;
  at: string;
  action: string;
  core: string;
  content: string;
  salt: Buffer | null;
  digest: Buffer | null;
  hash: Buffer | null;
  newSalt: Buffer | null;
  newDigest: Buffer | null;
  redaction: string | null;
  redactions: string | null;
}

// The same as akada_entry_core and akada_entry_content, repeated here: an attacker who can change a row can change a
// function too.
export const sealedColumns = `e.institution_id, e.seq, e.id, (extract(epoch from e.at) * 1000000)::bigint, e.account_id, e.action,
  e.subject_type, e.subject_id, e.request_id`;

export const selectRows = `select e.id::text, e.seq::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as at, e.action,
    jsonb_build_array(${sealedColumns})::text as core,
    jsonb_build_array(e.person, e.username, e.summary, e.details, e.mentions)::text as content,
    e.salt, e.content_digest as digest, e.hash, r.salt as "newSalt", r.digest as "newDigest", r.redaction::text,
    (e.details -> 'redactions')::text as redactions
  from audit_entries e left join lateral (
    select * from audit_redactions r where r.institution_id = e.institution_id and r.entry_id = e.id and e.salt is null
    order by r.id desc limit 1) r on true`;

export const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const entryInWords = ({ id, seq, at, action }: Row) => `entry ${id} (number ${seq}, ${at}, ${action})`;
