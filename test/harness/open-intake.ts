import type { startSchool } from './app.ts';
import { addIntake } from '#test/harness/sample-admissions.ts';
import { intakeClasses } from '#features/admission/admissions/admissions.schema.ts';
import { sites } from '#features/school/site/site.schema.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

/** Publishes the site of Ilorin Grammar School and opens an intake to all classes of its programme. */
export function openIntake(
  { database, school }: Pick<World, 'database' | 'school'>,
  sample: Parameters<typeof addIntake>[2] = {},
) {
  const { ilorin } = school;
  return database.asSystem([ilorin.id], async (tx) => {
    const site = { institutionId: ilorin.id, slug: 'ilorin', isPublished: true };
    await tx.insert(sites).values(site).onConflictDoUpdate({ target: sites.institutionId, set: site });
    const intake = await addIntake(tx, ilorin, sample);
    const others = Object.values(ilorin.classIds).filter((classId) => classId !== intake.classId);
    await tx
      .insert(intakeClasses)
      .values(others.map((classId) => ({ institutionId: ilorin.id, intakeId: intake.id, classId, seats: 30 })));
    return intake;
  });
}
