import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useWords } from '#web/client/use-words.ts';
import type { WeekProps } from '../timetable.pages.ts';
import classes from '../shared/week.module.css';

const none = { employee_id: null, student_id: null, batch_id: null, room_id: null };

/** Looks up the timetable of a batch, a teacher or a room. */
export function SubjectChoice({ subject, others }: Pick<WeekProps, 'subject' | 'others'>) {
  const { go, href } = useAddress();
  const words = useWords(subject?.institutionId);
  if (!others) return null;
  const options = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const valueOf = (kind: string) => (subject?.kind === kind ? String(subject.id) : '');
  return (
    <div className={classes.bar} data-tour="timetable-lookup">
      <SelectField
        name="batch_id"
        label={words.batch}
        placeholder="None"
        options={options(others.batches)}
        value={valueOf('batch')}
        onChange={(event) => go({ ...none, batch_id: event.currentTarget.value || null })}
      />
      {others.canFindTeachers && (
        <SearchSelectField
          key={valueOf('employee')}
          name="employee_id"
          label="Teacher"
          placeholder="None"
          search={href('/timetable/teacher-options')}
          defaultChoice={subject?.kind === 'employee' ? { value: String(subject.id), label: subject.name } : undefined}
          onChange={(choice) => choice && go({ ...none, employee_id: choice.value })}
        />
      )}
      {others.rooms.length > 0 && (
        <SelectField
          name="room_id"
          label="Room"
          placeholder="None"
          options={options(others.rooms)}
          value={valueOf('room')}
          onChange={(event) => go({ ...none, room_id: event.currentTarget.value || null })}
        />
      )}
    </div>
  );
}
