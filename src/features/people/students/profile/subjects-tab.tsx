import { Card } from '#ui/records/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useUses } from '#web/client/use-uses.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { Terms } from '#web/shell.ts';
import { electiveKey } from '../elective-key.ts';
import type { Subject } from './student-profile.queries.ts';
import type { StudentProfileProps } from '../students.pages.ts';
import classes from './subjects-tab.module.css';

/** The compulsory subjects of the batch, and the electives: one for each group. */
export function SubjectsTab({ student, subjects = [], can }: StudentProfileProps) {
  const words = useTerms(student.institutionId);
  const usesUnits =
    useUses('gradePoints', student.institutionId) || subjects.some(({ creditUnits }) => creditUnits !== 1);
  const compulsory = subjects.filter(({ electiveGroup }) => !electiveGroup);
  const groups = Map.groupBy(
    subjects.filter(({ electiveGroup }) => electiveGroup),
    ({ electiveGroup }) => electiveGroup!,
  );
  if (subjects.length === 0)
    return (
      <EmptyState title={`No ${words.courses.toLowerCase()} yet`}>
        {student.batch
          ? `No ${words.courses.toLowerCase()} are offered to ${student.batch} yet. Add them on the page of the ${words.batch.toLowerCase()}.`
          : `${words.courses} come with the ${words.batch.toLowerCase()}. ${student.firstName} is not assigned to one.`}
      </EmptyState>
    );
  return (
    <>
      {compulsory.length > 0 && (
        <DataTable
          name="student-subjects"
          caption={`Compulsory ${words.courses.toLowerCase()} of ${student.batch}`}
          columns={columnsIn(words, usesUnits)}
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
                return [group, chosen ? inWords(chosen) : <Secondary key="none">Not chosen</Secondary>];
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

const columnsIn = (words: Terms, usesUnits: boolean): Column<Subject>[] => [
  { key: 'title', title: words.course, primary: true, render: (row) => row.title },
  { key: 'code', title: 'Code', card: 'line', render: (row) => row.code },
  {
    key: 'teacher',
    title: 'Teacher',
    card: 'line',
    render: (row) => teacher(row) ?? <Secondary>Not assigned</Secondary>,
  },
  ...(usesUnits
    ? [
        {
          key: 'units',
          title: 'Units',
          align: 'end',
          numeric: true,
          render: (row) => row.creditUnits,
        } as const satisfies Column<Subject>,
      ]
    : []),
];
