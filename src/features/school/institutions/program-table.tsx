import { count } from '#ui/format.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import type { BatchFigure } from './named-batches.ts';
import { FigureTable } from './figure-table.tsx';

/** The programs of the session, with their batches, students and seats. */
export function ProgramTable({ batches, words }: { batches: BatchFigure[]; words: Words }) {
  const programs = [...new Set(batches.map((batch) => batch.program))].map((name) => {
    const ofProgram = batches.filter((batch) => batch.program === name);
    return {
      name,
      batches: ofProgram.length,
      students: ofProgram.reduce((sum, batch) => sum + (batch.students?.total ?? 0), 0),
      seats: ofProgram.reduce((sum, batch) => sum + batch.capacity, 0),
    };
  });
  const counts = batches.every((batch) => batch.students !== null);
  return (
    <FigureTable heads={['Programme', words.batches, ...(counts ? ['Students'] : []), 'Seats']}>
      <tbody>
        {programs.map((program) => (
          <tr key={program.name}>
            <th scope="row">{program.name}</th>
            <td>{count(program.batches)}</td>
            {counts && <td>{count(program.students)}</td>}
            <td>{count(program.seats)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
