import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { listName } from '#ui/format.ts';
import type { LineDetails } from './bank.queries.ts';
import type { Namesake } from './namesakes.queries.ts';
import { AgainField } from '#features/money/payments/shared/again-field.tsx';
import { Namesakes } from './namesakes.tsx';
import { SplitRows } from './split-rows.tsx';

/** Records a line as a payment of one student, or splits it between several. */
export function LineStudents({ line, namesakes }: { line: LineDetails; namesakes: Namesake[] }) {
  const { id, surname, firstName, middleName, admissionNumber, studentId } = line;
  const proposed =
    studentId !== null && surname && firstName
      ? { value: String(studentId), label: listName({ surname, firstName, middleName }), hint: admissionNumber ?? '' }
      : null;
  const [chosen, setChosen] = useState(proposed);
  const [picked, pick] = useState(proposed);
  const [isSplit, setSplit] = useState(false);
  if (isSplit)
    return (
      <EditForm action={`/bank-lines/${id}/split`} submit="Record payment" guard={false}>
        <SplitRows line={line} first={chosen} />
        <AgainField />
      </EditForm>
    );
  return (
    <>
      <Namesakes
        namesakes={namesakes}
        currency={line.currency}
        onPick={(choice) => {
          pick(choice);
          setChosen(choice);
        }}
      />
      <EditForm
        action={`/bank-lines/${id}/confirm`}
        submit="Record payment"
        guard={false}
        aside={
          <Button tone="plain" onClick={() => setSplit(true)}>
            Split between students
          </Button>
        }
      >
        <SearchSelectField
          key={picked?.value}
          name="student_id"
          label="Student"
          search={`/bank-lines/student-options?institution_id=${line.institutionId}`}
          defaultChoice={picked}
          onChange={(choice) => setChosen(choice && { ...choice, hint: choice.hint ?? '' })}
          help="It pays the oldest dues first. What is left is credit."
        />
        <AgainField />
      </EditForm>
    </>
  );
}
