import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { cardLayouts, type CardDesign } from './card-design.ts';
import type { DesignPlaceInput, RetireDesign, SaveDesign } from './design-fields.ts';
import { picturePurpose } from './designs.queries.ts';
import { cardDesigns, cardDesignVersions } from './designs.schema.ts';

/** Saves the design of a layout for the institution or a programme: a new version. Results keep the version of theirs. */
export async function saveDesign(
  tx: Tx,
  actor: Actor,
  { content, version: opened, ...place }: z.output<typeof SaveDesign>,
): Promise<void> {
  const { institutionId, layout, programId } = place;
  allow(actor, 'assessment.edit', institutionId);
  const program = await programName(tx, place);
  await refuseOtherPictures(tx, institutionId, content);
  // Nobody reads a design between the versions of two people who save at once.
  await tx
    .insert(cardDesigns)
    .values({ ...place, content, retiredAt: new Date() })
    .onConflictDoNothing();
  const [row] = await tx.select().from(cardDesigns).where(isAt(place)).for('no key update');
  const current = row!.retiredAt ? 0 : row!.version;
  if (opened !== current)
    throw new Conflict('Someone else has saved this design in the meantime. Reload the page to see it.');
  const version = (await lastVersion(tx, institutionId, row!.id)) + 1;
  await tx
    .update(cardDesigns)
    .set({ content, version, retiredAt: null, updatedAt: sql`now()` })
    .where(isAt(place));
  await tx.insert(cardDesignVersions).values({ institutionId, designId: row!.id, version, content });
  await record(tx, actor, 'results.saveCardDesign', {
    institutionId,
    summary: `saved the design “${cardLayouts[layout]}”${program ? ` of ${program}` : ''}`,
    subject: { type: 'card_design', id: row!.id },
    details: { version, layout, programId, content },
  });
}

/** Lets a programme use the institution's design again. */
export async function retireDesign(tx: Tx, actor: Actor, place: z.output<typeof RetireDesign>): Promise<void> {
  const { institutionId, layout } = place;
  allow(actor, 'assessment.edit', institutionId);
  const program = await programName(tx, place);
  const [row] = await tx
    .update(cardDesigns)
    .set({ retiredAt: sql`now()` })
    .where(and(isAt(place), isNull(cardDesigns.retiredAt)))
    .returning({ id: cardDesigns.id });
  if (!row) throw new NotFound('design');
  await record(tx, actor, 'results.retireCardDesign', {
    institutionId,
    summary: `let ${program!} use the institution’s design “${cardLayouts[layout]}”`,
    subject: { type: 'card_design', id: row.id },
  });
}

const isAt = ({ institutionId, layout, programId }: DesignPlaceInput) =>
  and(
    eq(cardDesigns.institutionId, institutionId),
    eq(cardDesigns.layout, layout),
    programId === null ? isNull(cardDesigns.programId) : eq(cardDesigns.programId, programId),
  );

async function programName(tx: Tx, { institutionId, programId }: DesignPlaceInput): Promise<string | null> {
  if (programId === null) return null;
  const [program] = await query<{ name: string }>(tx)`
    select name from programs where institution_id = ${institutionId} and id = ${programId}`;
  if (!program) throw new ValidationError('programId', 'Choose one from the list.');
  return program.name;
}

async function lastVersion(tx: Tx, institutionId: number, designId: number): Promise<number> {
  const [last] = await query<{ version: number }>(tx)`
    select coalesce(max(version), 0) as version from card_design_versions
      where institution_id = ${institutionId} and design_id = ${designId}`;
  return last!.version;
}

/** A design shows pictures that were uploaded for designs: no photo, and no paper of a student. */
async function refuseOtherPictures(tx: Tx, institutionId: number, { pictures }: CardDesign): Promise<void> {
  const ids = [...new Set(Object.values(pictures).filter((id) => id !== null))];
  const rows = await query<{ id: string }>(tx)`
    select id from files where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])
      and purpose = ${picturePurpose}`;
  if (rows.length < ids.length) throw new ValidationError('content', 'A picture is missing. Upload it again.');
}
