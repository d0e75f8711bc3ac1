import { Button, LinkButton } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { NewcomersOfClass } from '../admit/newcomers.queries.ts';
import type { DecisionsOfIntake } from './decisions.queries.ts';
import classes from '../shared/decisions.module.css';

type Row = NewcomersOfClass & { id: number };

/** Admitted students without a class arm: all at once, as soon as the session has begun. */
export function NewcomersCard({ intake, newcomers, can }: Pick<DecisionsOfIntake, 'intake' | 'newcomers' | 'can'>) {
  const { href } = useAddress();
  const words = useWords();
  const [arm, arms] = [words.batch.toLowerCase(), words.batches.toLowerCase()];
  const waiting = newcomers.reduce((sum, { students }) => sum + students, 0);
  const isFull = newcomers.every(({ free }) => free === 0);
  const lead = intake.isCurrent
    ? `${countOf(waiting, 'admitted student has', 'admitted students have')} no ${arm} in ${intake.session}. All ${arms} fill evenly.`
    : `${countOf(waiting, 'admitted student has', 'admitted students have')} no ${arm} yet, because ${intake.session} is not the current session. Once it is, assign them all here.`;
  const columns: Column<Row>[] = [
    { key: 'name', title: 'Class', primary: true, render: (row) => row.name },
    { ...figure('students', `Without ${arm}`), render: (row) => countOf(row.students, 'student') },
    { ...figure('free', `Open ${arms}`), render: (row) => freeOf(row, arms) },
  ];
  return (
    <Card title={`Without ${arm}`} flush>
      <p className={classes.lead}>{lead}</p>
      <DataTable
        name="admissions-newcomers"
        caption={`Without ${arm}`}
        rows={newcomers.map((row): Row => ({ ...row, id: row.classId }))}
        columns={columns}
        flush
      />
      {can.admit && intake.isCurrent && (
        <div className={classes.bar}>
          {isFull ? (
            <LinkButton href={href('/batches')}>Open {arms}</LinkButton>
          ) : (
            <Button tone="primary" onClick={() => void place(intake.id, waiting, arms)}>
              Assign {arms}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const figure = (key: string, title: string) => ({ key, title, align: 'end' as const, card: 'line' as const });

const freeOf = ({ arms: open, free }: Row, arms: string) =>
  open === 0 ? `No open ${arms}` : `${count(open)}, ${countOf(free, 'free seat')}`;

const place = (intakeId: number, waiting: number, arms: string) =>
  askThenPost(`/intakes/${intakeId}/place`, {
    title: `Assign ${countOf(waiting, 'student')}?`,
    body: `The ${arms} of each class fill evenly; returning students get the one that they chose. You can move students later.`,
    action: `Assign ${arms}`,
    tone: 'primary',
  });
