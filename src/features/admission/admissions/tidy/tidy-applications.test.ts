import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { keepFile } from '#kernel/files.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool } from '#test/harness/app.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { applicationNotes, applicationPapers, applications } from '../admissions.schema.ts';
import { startReview } from '../desk/review-tasks.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { tidyApplications } from './tidy-applications.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('drafts of 91 days are deleted; of an application closed two years ago nothing personal stays, its files included', async () => {
  const { ilorin } = world.school;
  const { files } = world.services;
  const stored = await files.store(Readable.from([Buffer.from('a birth certificate')]), { bytes: 100, field: 'file' });
  const kept = await world.database.asSystem([ilorin.id], async (tx) => {
    const intake = await addIntake(tx, ilorin);
    const actor = systemActor(ilorin.id, 'The world');
    await addApplication(tx, intake, 'Old Draft', { status: 'draft', startedAt: daysAgo(91) });
    const young = await addApplication(tx, intake, 'Young Draft', { status: 'draft', startedAt: daysAgo(89) });
    const old = await addApplication(tx, intake, 'Bisi Alade', { answers: { person: { city: 'Ilorin' } } });
    await startReview(tx, actor, old.id);
    await tx
      .update(applications)
      .set({ status: 'rejected', closedAt: daysAgo(731), closedFrom: 'under_review' })
      .where(eq(applications.id, old.id));
    const recent = await addApplication(tx, intake, 'Chike Obi', { status: 'rejected', closedAt: daysAgo(300) });
    const fileId = await keepFile(tx, actor, ilorin.id, {
      ...stored,
      purpose: 'application',
      name: 'birth.pdf',
      mediaType: 'application/pdf',
    });
    const of = { institutionId: ilorin.id, applicationId: old.id };
    await tx.insert(applicationPapers).values({ ...of, kind: 'birth-certificate', fileId, name: 'birth.pdf' });
    await tx.insert(applicationNotes).values({ ...of, note: 'Bisi came with her mother.' });
    const startedAt = sql`(select started_at from applications where id = ${old.id})`;
    const code = {
      institutionId: ilorin.id,
      channel: 'sms' as const,
      recipient: '+2348030000101',
      keyKind: 'application' as const,
    };
    await tx.insert(outbox).values([
      { ...code, createdAt: startedAt, body: 'Continue the application of Bisi Alade with code AAAA-BBBB-CCCC' },
      { ...code, createdAt: daysAgo(1), body: 'Continue the application of Bola Alade with code DDDD-EEEE-FFFF' },
    ]);
    await notifyApplicants(tx, ilorin.id, [old.id, recent.id], 'rejected', null);
    return { young: young.id, old: old.id, recent: recent.id };
  });
  for (const _ of [1, 2]) await tidyApplications(world.database, files);

  const { rows, notes, messages, log } = await world.database.asSystem([ilorin.id], async (tx) => ({
    rows: await tx.select().from(applications).orderBy(applications.id),
    notes: await tx.select().from(applicationNotes),
    messages: await tx.select().from(outbox).orderBy(outbox.id),
    log: await tx.select().from(auditEntries).where(eq(auditEntries.institutionId, ilorin.id)),
  }));
  expect(rows.map(({ id, surname }) => [id, surname])).toEqual([
    [kept.young, 'Draft'],
    [kept.old, 'Record'],
    [kept.recent, 'Obi'],
  ]);
  expect(rows[1]).toMatchObject({ firstName: 'Erased', phone: null, birthDate: null, answers: {}, status: 'rejected' });
  expect(notes).toEqual([]);
  // The brother has the same phone; his messages stay.
  expect(
    messages.map(({ recipient, body, keyKind }) => [recipient, /Bola|Chike|erased/.exec(body)?.[0], keyKind]),
  ).toEqual([
    ['erased', 'erased', null],
    ['+2348030000101', 'Bola', 'application'],
    ['erased', 'erased', null],
    ['+2348030000101', 'Chike', null],
  ]);
  expect(existsSync(`${files.folder}/${stored.storedAs}`)).toBe(false);
  expect(JSON.stringify(log)).not.toContain('Alade');
  expect(log.filter(({ action }) => action === 'admissions.tidy')).toHaveLength(1);
  const { props } = await (await world.as('registrar')).page('/applications');
  expect(props.rows.map(({ id }: { id: number }) => id)).toEqual([kept.recent]);
});
