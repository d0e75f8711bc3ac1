import type { Tx } from '#kernel/database.ts';
import { examScores, examSeats, examSittings } from './decisions.schema.ts';
import type { DemoApplication } from './applicants.demo.ts';

const day = 86_400_000;

/** At nine in Lagos, so many days from now. */
function nineOClock(days: number): Date {
  const date = new Date(Date.now() + days * day);
  date.setUTCHours(8, 0, 0, 0);
  return date;
}

/** One examination with marks and one to come, which half of the others are invited to. */
export async function insertExamination(
  tx: Tx,
  { institutionId, id: intakeId }: { institutionId: number; id: number },
  made: DemoApplication[],
): Promise<void> {
  const at = { institutionId, intakeId };
  const [past, next] = await tx
    .insert(examSittings)
    .values([
      { ...at, startsAt: nineOClock(-10), venue: 'Main Hall', seats: 60 },
      { ...at, startsAt: nineOClock(12), venue: 'Examination Hall B', seats: 40 },
    ])
    .returning({ id: examSittings.id });
  const sat = made.filter(({ marks }) => marks !== null);
  const invited = made.filter(({ status }, place) => status === 'submitted' && place % 2 === 0);
  const seats = [
    ...sat.map(({ id }, place) => ({ applicationId: id, sittingId: past!.id, seat: place + 1 })),
    ...invited.map(({ id }, place) => ({ applicationId: id, sittingId: next!.id, seat: place + 1 })),
  ];
  if (seats.length)
    await tx.insert(examSeats).values(seats.map((seat) => ({ institutionId, invitedAt: new Date(), ...seat })));
  const scores = sat.flatMap(({ id: applicationId, marks }) =>
    ['english', 'mathematics'].map((test, paper) => ({ institutionId, applicationId, test, mark: marks![paper]! })),
  );
  if (scores.length) await tx.insert(examScores).values(scores);
}
