import { Button } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchMultiSelectField } from '#ui/fields/search-select.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { SchemeDetails } from './scheme.queries.ts';
import classes from '../shared/fees.module.css';

/** The chosen students of a discount, with a form to add more. */
export function NamedStudents({ scheme, mayEdit }: { scheme: SchemeDetails; mayEdit: boolean }) {
  const { href } = useAddress();
  const { id, institutionId, named } = scheme;
  return (
    <>
      <Card title={named.length === 1 ? '1 chosen student' : `${named.length} chosen students`} flush>
        {named.length > 0 && (
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Student</th>
                  <th scope="col">Until</th>
                  <th scope="col">Note</th>
                  {mayEdit && (
                    <th scope="col">
                      <span className="visually-hidden">Actions</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {named.map(({ studentId, name, number, until, note }) => (
                  <tr key={studentId}>
                    <td>
                      <a href={href(`/students/${studentId}`)}>{name}</a> <Secondary>{number}</Secondary>
                    </td>
                    <td>{until ? <DateText value={until} /> : 'No end'}</td>
                    <td>{note}</td>
                    {mayEdit && (
                      <td className={classes.amount}>
                        <Button
                          small
                          tone="plain"
                          aria-label={`Remove ${name}`}
                          onClick={() => post(`/discounts/${id}/students/remove`, { studentId: String(studentId) })}
                        >
                          Remove
                        </Button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {mayEdit && (
        <Card title="Add students">
          <EditForm key={String(named.length)} action={`/discounts/${id}/students`} submit="Add students" guard={false}>
            <SearchMultiSelectField
              name="students[]"
              label="Students"
              search={`/discounts/student-options?institution_id=${institutionId}`}
            />
            <FieldRow>
              <DatePickerField name="until" label="Until" optional help="The last day on which bills apply it." />
              <TextField name="note" label="Note" optional maxLength={200} placeholder="Governor’s scholarship" />
            </FieldRow>
          </EditForm>
        </Card>
      )}
    </>
  );
}
