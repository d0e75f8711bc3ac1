import { Badge } from '#ui/badge.tsx';
import { LinkButton, Button } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import type { PropsOf } from '#web/page.ts';
import type { discountPage, Receiver } from './discounts.routes.ts';
import { receiversText, shareText } from './discount-text.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import classes from '../shared/fees.module.css';
import { LoadingState } from '#ui/states.tsx';
import { Secondary, DateText } from '#ui/text.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchMultiSelectField } from '#ui/fields/search-select.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import type { SchemeDetails } from './save-scheme.ts';

/** A discount: what it takes off, which fees apply it and who gets it. */
export default function DiscountPage({ scheme, currency, receivers, can }: PropsOf<typeof discountPage>) {
  const { href } = useAddress();
  const { id, name, isArchived, fees } = scheme;
  const archive = isArchived
    ? { label: 'Restore discount', onSelect: () => post(`/discounts/${id}/restore`) }
    : {
        label: 'Archive discount',
        onSelect: () =>
          void askThenPost(`/discounts/${id}/archive`, {
            title: `Archive ${name}?`,
            body: 'Future bills won’t use it. Issued invoices keep it.',
            action: 'Archive discount',
          }),
      };
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ label: 'Discounts', href: href('/discounts') }]}
        badge={isArchived ? <Badge>Archived</Badge> : <Badge tone="good">Active</Badge>}
        action={can.edit && <LinkButton href={href(`/discounts/${id}/edit`)}>Edit discount</LinkButton>}
        more={can.edit ? [archive] : []}
      />
      <div className={classes.stack}>
        <Card title="Details">
          <DescriptionList
            items={[
              ['Takes off', shareText(scheme, currency)],
              ['Items', scheme.feeCategory ?? 'All items'],
              ['Given to', receiversText(scheme)],
              ['Type', scheme.isScholarship ? 'Scholarship' : 'Discount'],
              [
                'Fees that apply it',
                fees.map((fee) => (
                  <div key={fee.id}>
                    <a href={href(`/fees/${fee.id}`)} style={{ display: 'inline-block', lineHeight: '24px' }}>
                      {fee.title}
                    </a>
                  </div>
                )),
              ],
            ]}
          />
        </Card>
        {scheme.who === 'named' ? (
          <NamedStudents scheme={scheme} mayEdit={can.edit && !isArchived} />
        ) : (
          <Card title={receivers ? `${count(receivers.total)} students get it today` : 'Students'} flush>
            <Receivers receivers={receivers} />
          </Card>
        )}
      </div>
    </>
  );
}

/** The students who get a discount today: the first of them by name. */
function Receivers({ receivers }: { receivers: { total: number; rows: Receiver[] } | undefined }) {
  const { href } = useAddress();
  if (!receivers) return <LoadingState />;
  const left = receivers.total - receivers.rows.length;
  return (
    <table className={classes.table}>
      <tbody>
        {receivers.rows.map(({ id, name, number, batch }) => (
          <tr key={id}>
            <td>
              <a href={href(`/students/${id}`)}>{name}</a> <Secondary>{number}</Secondary>
            </td>
            <td>{batch}</td>
          </tr>
        ))}
        {left > 0 && (
          <tr>
            <td colSpan={2}>And {left} more, by name. The preview of a fee’s bills shows each student’s discount.</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The chosen students of a discount, with a form to add more. */
function NamedStudents({ scheme, mayEdit }: { scheme: SchemeDetails; mayEdit: boolean }) {
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
