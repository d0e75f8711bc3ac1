import { router } from '@inertiajs/core';
import { useRef, useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { useUnsavedGuard } from '#ui/forms/use-unsaved-guard.ts';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { EmptyState } from '#ui/states.tsx';
import { RegisterBar, RegisterFields, RegisterList } from '#ui/register/register-list.tsx';
import { PeriodBar } from '#ui/period-bar.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { addDays } from '#kernel/dates.ts';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { staffDayPage } from '../leave.pages.ts';
import { isAtWork, leaveHalves, staffKinds, staffMarks, type StaffMark } from '../leave-kinds.ts';
import type { StaffDayRow } from './take-staff-register.ts';
import classes from '../shared/leave.module.css';

type Props = PropsOf<typeof staffDayPage>;

interface StaffEntry {
  kind: StaffMark;
  /** '07:45', or nothing. */
  arrivedAt: string;
  note: string;
}

/** The daily register of employees: everybody present unless somebody says otherwise. */
export default function StaffDayPage(props: Props) {
  // Starts over for another day, and after others have saved.
  return <Register key={`${props.institutionId} ${props.day} ${props.takenAt}`} {...props} />;
}

const startOf = ({ kind, arrivedAt, note, leave, half }: StaffDayRow): StaffEntry => ({
  kind: kind ?? (leave && !half ? 'leave' : 'present'),
  arrivedAt: arrivedAt ?? '',
  note: note ?? '',
});

function Register({ rows, day, today, can, takenAt, takenBy, isWorking, ...of }: Props) {
  const { href, here } = useAddress();
  const { send, busy, message } = useRemote<{ changed: number }>();
  const [entries, setEntries] = useState(() => new Map(rows.map((row) => [row.employeeId, startOf(row)])));
  const [department, setDepartment] = useState('');
  const [opened, setOpened] = useState<number | null>(null);
  const departments = [...new Set(rows.map((row) => row.department ?? 'No department'))].toSorted();
  const shown = rows.filter((row) => department === '' || (row.department ?? 'No department') === department);
  const numberOf = (...kinds: StaffMark[]) =>
    shown.filter(({ employeeId }) => kinds.includes(entries.get(employeeId)!.kind)).length;
  const touched = useRef(new Set<number>());
  const isChanged = useRef(false);
  useUnsavedGuard(isChanged);
  const put = (id: number, entry: StaffEntry) => {
    touched.current.add(id);
    isChanged.current = true;
    setEntries((now) => new Map(now).set(id, entry));
  };
  const save = async () => {
    // With what was marked in another department before.
    const marks = rows
      .filter((row) => shown.includes(row) || touched.current.has(row.employeeId))
      .map(({ employeeId, kind }) => ({ employeeId, ...entries.get(employeeId)!, was: kind ?? '' }));
    const answer = await send('POST', '/staff-attendance', { institutionId: of.institutionId, day, marks });
    if (!answer) return;
    isChanged.current = false;
    toast({ message: 'The register was saved.', tone: 'good' });
    router.reload();
  };
  return (
    <>
      <PageHeader
        title="Daily register"
        windowTitle={`Employees on ${dateText(day)}`}
        breadcrumbs={[{ label: 'Employees', href: href('/employees') }]}
        description={
          <>
            {dateText(day)}
            {!isWorking && ' · not a working day'}
            {takenAt ? (
              <>
                {' · '}last saved <DateTimeText value={takenAt} />
                {takenBy && ` by ${takenBy}`}
              </>
            ) : (
              ' · not taken yet'
            )}
          </>
        }
        more={[{ label: 'Month', href: href('/staff-attendance/month', { month: day.slice(0, 7) }) }]}
      />
      <PeriodBar>
        <InstitutionSwitch institutionId={of.institutionId} institutions={of.institutions} />
        <SelectField
          name="department"
          label="Department"
          placeholder="All"
          value={department}
          onChange={(event) => setDepartment(event.target.value)}
          options={departments.map((name) => ({ value: name, label: name }))}
        />
        <LinkButton href={here({ day: addDays(day, -1) })}>Day before</LinkButton>
        {day < today && <LinkButton href={here({ day: addDays(day, 1) })}>Day after</LinkButton>}
      </PeriodBar>
      {message && (
        <p role="alert" className={classes.refusal}>
          {message}
        </p>
      )}
      {rows.length === 0 && <EmptyState title="No employees yet">Add employees first.</EmptyState>}
      <RegisterList
        label="Employees"
        lines={shown.map((row) => lineOf(row, entries.get(row.employeeId)!))}
        kinds={staffMarks}
        isOpen={can.take}
        onMark={(id, kind) => put(id, { ...entries.get(id)!, kind })}
        opened={opened}
        onOpen={setOpened}
        fieldsOf={(id) => (
          <StaffFields
            name={rows.find(({ employeeId }) => employeeId === id)!.name}
            entry={entries.get(id)!}
            isOpen={can.take}
            onChange={(entry) => put(id, entry)}
          />
        )}
      />
      {rows.length > 0 && (
        <RegisterBar
          counts={{
            present: numberOf('present', 'late', 'duty'),
            absent: numberOf('absent'),
            late: numberOf('late'),
            onLeave: numberOf('leave'),
          }}
          action="Save register"
          isSaving={busy}
          onSave={can.take && (() => void save())}
        />
      )}
    </>
  );
}

function lineOf({ employeeId: id, name, jobTitle, department, leave, half }: StaffDayRow, entry: StaffEntry) {
  const { kind, arrivedAt, note } = entry;
  const away = leave && [leave, half && leaveHalves[half].toLowerCase()].filter(Boolean).join(', ');
  const marked = [
    kind !== 'present' && kind !== 'absent' && (kind === 'leave' && away ? '' : staffMarks[kind].label),
    isAtWork(kind) && arrivedAt,
    note,
  ];
  const below = [jobTitle, department, away, marked.filter(Boolean).join(', ')].filter(Boolean).join(' · ');
  return { id, name, kind, note: below, isAway: !isAtWork(kind) };
}

interface StaffFieldsProps {
  name: string;
  entry: StaffEntry;
  isOpen: boolean;
  onChange: (entry: StaffEntry) => void;
}

/** Leave, official duty, the arrival and a note. */
const StaffFields = ({ name, entry, isOpen, onChange }: StaffFieldsProps) => (
  <RegisterFields
    name={name}
    isOpen={isOpen}
    value={entry.kind}
    options={staffKinds.map((kind) => ({ value: kind, label: staffMarks[kind].label }))}
    onChoose={(kind) => onChange({ ...entry, kind: kind as StaffMark })}
  >
    {isAtWork(entry.kind) && (
      <label>
        Arrived at
        <input
          type="time"
          value={entry.arrivedAt}
          onChange={(event) => onChange({ ...entry, arrivedAt: event.target.value })}
        />
      </label>
    )}
    <label>
      Note
      <input
        maxLength={200}
        value={entry.note}
        onChange={(event) => onChange({ ...entry, note: event.target.value })}
      />
    </label>
  </RegisterFields>
);
