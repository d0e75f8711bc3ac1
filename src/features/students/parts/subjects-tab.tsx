import { Card } from '#ui/card.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { Terms } from '#web/shell.ts';
import { electiveKey } from '../elective-key.ts';
import type { Subject } from '../student-profile.queries.ts';
import type { StudentProfileProps } from '../students.pages.ts';
import classes from './subjects-tab.module.css';

/** What everybody in the batch is taught, and the electives: one a group. */
export function SubjectsTab({ student, subjects = [], can }: StudentProfileProps) {
  const words = useWords(student.institutionId);
  const compulsory = subjects.filter(({ electiveGroup }) => !electiveGroup);
  const groups = Map.groupBy(
    subjects.filter(({ electiveGroup }) => electiveGroup),
    ({ electiveGroup }) => electiveGroup!,
  );
  if (subjects.length === 0)
    return (
      <EmptyState title={`No ${words.courses.toLowerCase()} yet`}>
        {student.batch
          ? `Nothing is offered to ${student.batch} yet. Whoever plans the ${words.classes.toLowerCase()} chooses what it is taught.`
          : `${words.courses} come with the ${words.batch.toLowerCase()}: ${student.firstName} is in none now.`}
      </EmptyState>
    );
  return (
    <>
      {compulsory.length > 0 && (
        <DataTable
          name="student-subjects"
          caption={`${words.courses} of everybody in ${student.batch}`}
          columns={columnsIn(words)}
          rows={compulsory}
        />
      )}
      {groups.size > 0 && (
        <Card title="Electives">
          {can.edit ? (
            <EditForm
              action={`/students/${student.id}/electives`}
              opened={{
                electives: Object.fromEntries(
                  [...groups].map(([group, offered]) => [electiveKey(group), chosenOf(offered)?.id ?? null]),
                ),
              }}
              submit="Save electives"
            >
              <div className={classes.groups}>
                {[...groups].map(([group, offered]) => (
                  <SelectField
                    key={group}
                    name={`electives.${electiveKey(group)}`}
                    label={group}
                    optional
                    placeholder="None"
                    defaultValue={String(chosenOf(offered)?.id ?? '')}
                    options={offered.map((one) => ({ value: String(one.id), label: inWords(one) }))}
                  />
                ))}
              </div>
            </EditForm>
          ) : (
            <DescriptionList
              items={[...groups].map(([group, offered]) => {
                const chosen = chosenOf(offered);
                return [group, chosen ? inWords(chosen) : <Secondary key="none">none chosen yet</Secondary>];
              })}
            />
          )}
        </Card>
      )}
    </>
  );
}

const chosenOf = (offered: Subject[]) => offered.find(({ isChosen }) => isChosen);
const teacher = ({ teacherSurname, teacherFirstName }: Subject) =>
  teacherSurname && `${teacherFirstName} ${teacherSurname}`;
const inWords = (one: Subject) => [`${one.title} (${one.code})`, teacher(one)].filter(Boolean).join(', ');

const columnsIn = (words: Terms): Column<Subject>[] => [
  { key: 'title', title: words.course, primary: true, render: (row) => row.title },
  { key: 'code', title: 'Code', card: 'line', render: (row) => row.code },
  {
    key: 'teacher',
    title: 'Teacher',
    card: 'line',
    render: (row) => teacher(row) ?? <Secondary>Not assigned</Secondary>,
  },
  { key: 'units', title: 'Units', align: 'end', numeric: true, render: (row) => row.creditUnits },
];
