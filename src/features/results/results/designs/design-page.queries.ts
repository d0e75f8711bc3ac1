import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { ReportCard } from '../cards/report-card.ts';
import { withNames, type PublishedCard } from '../publication/published-card.ts';
import type { DesignPlaceInput } from './design-fields.ts';
import { usualDesign, type CardDesign } from './card-design.ts';
import { sampleCard } from './sample-card.ts';

export interface ProgramChoice {
  id: number;
  name: string;
  /** Whether it has a design of its own for this layout. */
  isOwn: boolean;
}

/** What the designer begins with: the design of the place, else the one that applies there. */
export async function designPage(db: Db, { institutionId, layout, programId }: DesignPlaceInput) {
  const rows = await query<{ programId: number | null; version: number; content: CardDesign }>(
    db,
    sql`select d.program_id::int as "programId", d.version, d.content from card_designs d
      where d.institution_id = ${institutionId} and d.layout = ${layout} and d.retired_at is null`,
  );
  const programs = await query<{ id: number; name: string }>(
    db,
    sql`select id::int as id, name from programs where institution_id = ${institutionId} and retired_at is null order by name`,
  );
  const own = rows.find((row) => row.programId === programId);
  const shown = own ?? rows.find((row) => row.programId === null);
  return {
    content: shown?.content ?? usualDesign(layout),
    version: own?.version ?? 0,
    programs: programs.map(({ id, name }): ProgramChoice => ({
      id,
      name,
      isOwn: rows.some((row) => row.programId === id),
    })),
  };
}

/** A published report card to show a design with, to people who see all of them; else a made-up one. */
export async function previewCard(
  db: Db,
  actor: Actor,
  { institutionId, layout, programId }: DesignPlaceInput,
): Promise<{ card: ReportCard; photo: string | null }> {
  const sample = { card: sampleCard(layout), photo: null };
  if (!can(actor, 'results.view', institutionId)) return sample;
  const [found] = await query<{ content: PublishedCard; student: ReportCard['student']; photo: string | null }>(
    db,
    sql`select r.content, (select f.stored_as from files f where (f.institution_id, f.id) = (s.institution_id, s.photo_id)) as photo,
      json_build_object('id', s.id, 'surname', s.surname, 'firstName', s.first_name, 'middleName', s.middle_name,
        'number', s.admission_number, 'gender', s.gender) as student
    from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    where r.institution_id = ${institutionId} and r.replaced_at is null and r.content ->> 'layout' = ${layout}
      and (${programId}::bigint is null or c.program_id = ${programId}::bigint)
    order by r.id desc limit 1`,
  );
  if (!found) return sample;
  // What was not known when it was published is shown as in the sample.
  const { fees, ratings, attendance, remarks } = sample.card;
  const known = withNames(found.content, found.student);
  return { card: { fees, ratings, attendance, remarks, ...known }, photo: found.photo };
}
