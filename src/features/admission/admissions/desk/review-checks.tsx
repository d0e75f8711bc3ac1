import { serialText } from '#features/money/pins/pins.ts';
import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { IconAlertTriangle, IconCheck } from '#ui/icons.tsx';
import { Card } from '#ui/records/card.tsx';
import type { ApplicationProps } from './show-application.ts';
import { applicationStates } from '../admissions.ts';
import classes from './review.module.css';

interface Check {
  isFine: boolean;
  text: ReactNode;
}

/** What an officer would look up before deciding. */
export function ChecksCard(props: ApplicationProps) {
  const checks = [ageCheck(props), paperCheck(props), ...moneyChecks(props), ...recordChecks(props)].filter(
    (check) => check !== null,
  );
  return (
    <Card title="Checks" tour="review-checks">
      <ul className={classes.checks}>
        {checks.map(({ isFine, text }, at) => (
          <li key={at} data-fine={isFine}>
            {isFine ? <IconCheck size={16} /> : <IconAlertTriangle size={16} />}
            <span className="visually-hidden">{isFine ? 'In order:' : 'To check:'}</span> <span>{text}</span>
          </li>
        ))}
        <TwinChecks {...props} />
      </ul>
    </Card>
  );
}

function ageCheck({ application: { age, intake } }: ApplicationProps): Check | null {
  const { minimumAge, maximumAge, ageOn } = intake;
  if (minimumAge === null && maximumAge === null) return null;
  if (age === null) return { isFine: false, text: 'No date of birth' };
  const isFine = age >= (minimumAge ?? 0) && age <= (maximumAge ?? 999);
  const limits =
    maximumAge === null
      ? `at least ${minimumAge}`
      : minimumAge === null
        ? `up to ${maximumAge}`
        : `${minimumAge} to ${maximumAge}`;
  return { isFine, text: `${age} years on ${dateText(ageOn)} (${limits})` };
}

function paperCheck({ application, papers }: ApplicationProps): Check {
  const hasPaper = (key: string) => (key === 'photo' ? application.hasPhoto : papers.some(({ kind }) => kind === key));
  const missing = application.intake.papers.filter(({ key, isRequired }) => isRequired && !hasPaper(key));
  if (application.status === 'admitted') return { isFine: true, text: 'Papers are with the student’s record' };
  return missing.length === 0
    ? { isFine: true, text: 'All required papers are here' }
    : { isFine: false, text: `Missing: ${missing.map(({ label }) => label).join(', ')}` };
}

function moneyChecks({ application }: ApplicationProps): (Check | null)[] {
  const { intake, pin, feePaidAt, acceptancePaidAt, status } = application;
  const isPast = ['offered', 'accepted', 'admitted'].includes(status);
  return [
    intake.requiresPin ? { isFine: pin !== null, text: pin === null ? 'No pin used' : `Pin ${serialText(pin)}` } : null,
    intake.applicationFee > 0
      ? {
          isFine: feePaidAt !== null,
          text: feePaidAt ? `Application fee paid on ${dateText(feePaidAt)}` : 'Application fee not paid',
        }
      : null,
    intake.acceptanceFee > 0 && isPast
      ? {
          isFine: acceptancePaidAt !== null,
          text: acceptancePaidAt ? `Acceptance fee paid on ${dateText(acceptancePaidAt)}` : 'Acceptance fee not paid',
        }
      : null,
  ];
}

function recordChecks({ application: { returning, student }, can }: ApplicationProps): (Check | null)[] {
  const record = ({ id, name, number }: { id: number; name: string; number: string }) =>
    can.viewStudents ? <Link href={`/students/${id}`}>{`${name}, ${number}`}</Link> : `${name}, ${number}`;
  return [
    returning && {
      isFine: true,
      text: (
        <>
          Returning student: {record(returning)}
          {returning.batch && `, to ${returning.batch}`}
        </>
      ),
    },
    student && { isFine: true, text: <>Student record: {record(student)}</> },
  ];
}

function TwinChecks({ twins, can }: ApplicationProps) {
  const { href } = useAddress();
  const born = (day: string | null) => (day ? `, born ${dateText(day)}` : '');
  const alike = [
    ...twins.applications.map(({ id, name, number, birthDate, status }) => ({
      key: `application ${id}`,
      text: (
        <>
          Similar application: <Link href={href(`/applications/${id}`)}>{`${name}, ${number}`}</Link>
          {`${born(birthDate)}, ${applicationStates[status].toLowerCase()}`}
        </>
      ),
    })),
    ...twins.students.map(({ id, name, number, birthDate }) => ({
      key: `student ${id}`,
      text: (
        <>
          Similar student:{' '}
          {can.viewStudents ? <Link href={href(`/students/${id}`)}>{`${name}, ${number}`}</Link> : name}
          {born(birthDate)}
        </>
      ),
    })),
  ];
  return (
    <>
      {alike.map(({ key, text }) => (
        <li key={key} data-fine={false}>
          <IconAlertTriangle size={16} />
          <span className="visually-hidden">To check:</span> <span>{text}</span>
        </li>
      ))}
      {twins.isMore && <li>There are more people with this name. Search the lists for them.</li>}
    </>
  );
}
