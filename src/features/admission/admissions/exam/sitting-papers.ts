import { sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import { qrOf, type QrSquares } from '#kernel/qr.ts';
import { countOf } from '#ui/format.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { ownHosts } from '#features/school/site/own-hosts.ts';
import { localMomentText } from '../shared/intake-words.ts';
import { statusAddress } from '../notify-applicants.ts';
import { findSitting, seatedIn, type Seated } from './sitting.queries.ts';

export interface SittingPaper {
  letterhead: Letterhead;
  intake: string;
  /** '12 Jan 2027, 09:00 am'. */
  when: string;
  venue: string;
  note: string | null;
  seats: (Omit<Seated, 'photo'> & { photoPath: string | null })[];
  qr: QrSquares | null;
}

/** The data of the invitation slips or the register of a sitting. The print is recorded. */
export async function sittingPaper(
  tx: Tx,
  actor: Actor,
  files: Files,
  sittingId: number,
  kind: 'slips' | 'register',
  origin: string | null,
): Promise<SittingPaper> {
  const sitting = await findSitting(tx, actor, sittingId);
  const { institutionId } = sitting;
  allow(actor, 'admissions.review', institutionId);
  const seats = await seatedIn(tx, sitting);
  if (seats.length === 0) throw new ValidationError('form', 'Nobody has a seat in this sitting yet. Give seats first.');
  const [site] = await query<{ slug: string; hosts: string[] }>(
    tx,
    sql`select w.slug, ${ownHosts(sql`w.institution_id`)} as hosts from sites w where w.institution_id = ${institutionId}`,
  );
  const address = site && statusAddress(site, origin);
  await record(tx, actor, 'admissions.printSitting', {
    institutionId,
    summary: `printed the ${kind === 'slips' ? 'invitation slips' : 'register'} of ${countOf(seats.length, 'applicant')} for ${sitting.venue}`,
    subject: { type: 'exam sitting', id: sittingId },
  });
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    intake: sitting.intake,
    venue: sitting.venue,
    note: sitting.note,
    when: localMomentText(sitting.startsAt),
    seats: seats.map(({ photo, ...seat }) => ({ ...seat, photoPath: photo && files.path(photo) })),
    qr: address ? qrOf(address) : null,
  };
}
