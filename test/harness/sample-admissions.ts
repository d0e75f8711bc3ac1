import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { ApplicationState } from '#features/admission/admissions/admissions.ts';
import { applications, intakeClasses, intakes } from '#features/admission/admissions/admissions.schema.ts';

interface Place {
  id: number;
  programId: number;
  sessionIds: { current: number };
  classIds: Record<string, number>;
}

type Sample = Partial<typeof intakes.$inferInsert> & { seats?: number | null };

/** An intake for tests that is open, has 100 seats in the programme's first class, and asks for a photo, a paper and two tests. */
export async function addIntake(tx: Tx, place: Place, { seats = 100, ...sample }: Sample = {}) {
  const classId = Object.values(place.classIds)[0]!;
  const [row] = await tx
    .insert(intakes)
    .values({
      institutionId: place.id,
      programId: place.programId,
      sessionId: place.sessionIds.current,
      opensAt: sql`now() - interval '30 days'`,
      closesAt: sql`now() + interval '60 days'`,
      publishedAt: sql`now() - interval '30 days'`,
      numberPattern: 'APP/{year}/{seq:4}',
      papers: [
        { key: 'photo', label: 'Photo', isRequired: true },
        { key: 'birth-certificate', label: 'Birth certificate', isRequired: true },
        { key: 'last-result', label: 'Last school result', isRequired: false },
      ],
      tests: [
        { key: 'english', label: 'English', most: 100 },
        { key: 'mathematics', label: 'Mathematics', most: 100 },
      ],
      ...sample,
    })
    .returning({ id: intakes.id });
  await tx.insert(intakeClasses).values({ institutionId: place.id, intakeId: row!.id, classId, seats });
  return { institutionId: place.id, id: row!.id, classId };
}

type Person = Partial<Omit<typeof applications.$inferInsert, 'institutionId' | 'intakeId'>>;

/** An application for tests: 'Ada Obi' is sent and has a number, unless the sample says otherwise. */
export async function addApplication(
  tx: Tx,
  intake: { institutionId: number; id: number; classId: number },
  name: string,
  { status = 'submitted', ...sample }: Person = {},
) {
  const { institutionId, id: intakeId, classId } = intake;
  const [firstName, surname] = name.split(' ') as [string, string];
  const isSent = (status as ApplicationState) !== 'draft';
  const at = sql`now()`;
  const [row] = await tx
    .insert(applications)
    .values({
      institutionId,
      intakeId,
      classId,
      status,
      surname,
      firstName,
      codeHash: randomBytes(32),
      gender: 'female',
      birthDate: '2015-03-02',
      phone: '+2348030000101',
      ...(isSent && {
        submittedAt: at,
        number: sql`'APP/2026/' || lpad((select count(*) + 1 from applications where institution_id = ${institutionId})::text, 4, '0')`,
      }),
      ...(status === 'offered' && { offeredAt: at, offerUntil: sql`current_date + 14` }),
      ...sample,
    } as typeof applications.$inferInsert)
    .returning({ id: applications.id, number: applications.number });
  return { institutionId, id: row!.id, number: row!.number };
}
