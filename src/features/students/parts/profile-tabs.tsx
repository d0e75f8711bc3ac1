import { DescriptionList } from '#ui/description-list.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, DateTimeText, Secondary } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { Terms } from '#web/shell.ts';
import type { Enrolment } from '../students.queries.ts';
import type { StudentProfileProps } from '../students.pages.ts';

/** What is known of the student, in sections. */
export function Overview({ student, age }: Pick<StudentProfileProps, 'student' | 'age'>) {
  const words = useWords();
  return (
    <>
      <Card title="Personal">
        <DescriptionList
          columns={2}
          items={[
            ['Surname', student.surname],
            ['First name', student.firstName],
            ['Middle name', student.middleName],
            ['Gender', student.gender === 'female' ? 'Female' : student.gender && 'Male'],
            [
              'Date of birth',
              student.birthDate && (
                <>
                  <DateText value={student.birthDate} /> <Secondary>({age} years)</Secondary>
                </>
              ),
            ],
            ['Blood group', student.bloodGroup],
            ['Religion', student.religion],
            ['Language', student.language],
          ]}
        />
      </Card>
      <Card title="Origin and address">
        <DescriptionList
          columns={2}
          items={[
            ['Country', student.country],
            ['State', student.state],
            ['LGA', student.lga],
            ['City', student.city],
            ['Community', student.community],
            ['Address', student.address],
          ]}
        />
      </Card>
      <Card title="School">
        <DescriptionList
          columns={2}
          items={[
            ['Admission number', student.admissionNumber],
            ['Registration number', student.registrationNumber],
            ['Admitted', <DateText key="admitted" value={student.admissionDate} />],
            ['Program', student.program],
            [words.class, student.class],
            [words.batch, student.batch],
          ]}
        />
      </Card>
    </>
  );
}

const outcomes: Record<string, string> = {
  moved: 'Moved',
  promoted: 'Promoted',
  repeated: 'Repeats',
  graduated: 'Graduated',
  withdrawn: 'Withdrew',
  transferred: 'Transferred',
  deceased: 'Deceased',
};

const columnsIn = (words: Terms): Column<Enrolment>[] => [
  { key: 'batch', title: words.batch, primary: true, render: (row) => row.batch },
  { key: 'session', title: 'Session', card: 'line', render: (row) => row.session },
  { key: 'from', title: 'From', numeric: true, card: 'line', render: (row) => <DateText value={row.fromDate} /> },
  {
    key: 'to',
    title: 'To',
    numeric: true,
    render: (row) => (row.toDate ? <DateText value={row.toDate} /> : <Secondary>today</Secondary>),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    card: 'aside',
    render: (row) => (row.outcome ? outcomes[row.outcome] : 'There now'),
  },
];

/** Every batch the student was in. */
export function Enrolments({ rows }: { rows: Enrolment[] }) {
  const words = useWords();
  const batch = words.batch.toLowerCase();
  return (
    <DataTable
      name="enrolments"
      caption="Enrolments"
      columns={columnsIn(words)}
      rows={rows}
      empty={
        <EmptyState title={`In no ${batch} yet`}>
          Assign a {batch} from the list of students: tick the name, then choose the {batch}.
        </EmptyState>
      }
    />
  );
}

/** Who changed what, from and to. */
export function History({ entries }: { entries: NonNullable<StudentProfileProps['history']> }) {
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing has changed yet">
        Changes of this record appear here with name, time and values.
      </EmptyState>
    );
  return (
    <Card>
      <ol style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {entries.map((entry) => (
          <li key={entry.id} style={{ padding: '10px 0', borderBottom: '1px solid var(--line)' }}>
            <div>
              <b>{entry.person}</b> {entry.summary}
            </div>
            <Secondary>
              <DateTimeText value={String(entry.at)} />
            </Secondary>
            <Changes details={entry.details} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Changes({ details }: { details: Record<string, unknown> }) {
  const changes = Object.entries((details.changes ?? {}) as Record<string, { from: unknown; to: unknown }>);
  const reason = typeof details.reason === 'string' ? details.reason : null;
  if (changes.length === 0 && !reason) return null;
  return (
    <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
      {changes.map(([field, { from, to }]) => (
        <li key={field}>
          {inWords(field)}: {value(from)} → {value(to)}
        </li>
      ))}
      {reason && <li>Reason: {reason}</li>}
    </ul>
  );
}

const value = (it: unknown) => (it === null || it === undefined || it === '' ? 'empty' : String(it));
/** Names of columns in words; an own field bears the words that the school gave it. */
const inWords = (field: string) => (/^[a-z]+(?:[A-Z][a-z]*)*$/.test(field) ? columnWords(field) : field);
const columnWords = (field: string) =>
  field
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
