import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { seeingResults, findResultSheet } from '../term-results/find-sheet.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { reaches, fromText } from '#features/results/assessment/compute/fraction.ts';
import { remarksOf } from '#features/results/term-notes/bank/bank.queries.ts';
import type { BankRemark } from '#features/results/term-notes/bank/usual-remarks.ts';
import type { Writer } from '#features/results/term-notes/notes/note-fields.ts';
import type { ProposedRemarks } from '#features/results/term-notes/notes/proposal.ts';
import { listName } from '#ui/format.ts';
import { averageOf } from '../cards/card-texts.ts';
import { cardsOf } from '../cards/cards.queries.ts';
import { fillNames } from '../publication/sealed-cards.ts';

/** Remarks for report cards by average, for the grid in which they are written. */
export function remarkRoutes(app: App): void {
  for (const writer of ['teacher', 'principal'] as const)
    app.get(
      `/mark-sheets/:id/proposed-remarks/${writer}`,
      { config: may(...seeingResults), schema: { params: z.object({ id }) } },
      async (request, reply) =>
        reply.send(await request.snapshot((db, actor) => proposeRemarks(db, actor, request.params.id, writer))),
    );
}

/** Remarks of the bank for the students of a sheet that have none of this writer, by their average now. */
async function proposeRemarks(db: Db, actor: Actor, sheetId: number, writer: Writer): Promise<ProposedRemarks> {
  const sheet = await findResultSheet(db, actor, sheetId);
  const { cards } = await cardsOf(db, sheet);
  const bank = (await remarksOf(db, [sheet.institutionId])).filter((one) => one.writer === writer);
  const found: ProposedRemarks = { proposals: [], without: [] };
  for (const { student, summary, remarks } of cards) {
    if (remarks?.[writer]) continue;
    const name = listName(student);
    const chosen = summary.average === null ? undefined : chooseRemark(bank, summary.average, student.id);
    if (!chosen) found.without.push(name);
    else
      found.proposals.push({
        studentId: student.id,
        name,
        average: averageOf(summary.average)!,
        remark: fillNames(chosen.remark, student),
      });
  }
  return found;
}

/** One of the remarks for an average, not the same for everybody. */
function chooseRemark<One extends Pick<BankRemark, 'fromAverage' | 'toAverage'>>(
  bank: readonly One[],
  average: string,
  studentId: number,
): One | undefined {
  const value = fromText(average);
  const fitting = bank.filter(
    ({ fromAverage, toAverage }) => reaches(value, fromAverage) && !reaches(value, toAverage),
  );
  return fitting[studentId % fitting.length];
}
