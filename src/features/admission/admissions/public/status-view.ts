import { formatDay } from '#kernel/dates.ts';
import { dateTimeText } from '#ui/format.ts';
import { applicationStates, seated } from '../admissions.ts';
import { statusWords } from '../status-words.ts';
import { applicantAddresses } from './addresses.ts';
import type { StatusProps } from './step.pages.ts';
import { feeForm } from './fee-form.ts';
import type { Sitting } from './sitting.queries.ts';
import type { AtStep } from './step-view.ts';

/** While the school waits for the applicant, no other text tells what happens next. */
const askedWords = 'The school waits for something from you. What it asks is below.';

/** What an applicant sees after sending: the state in plain words, what is asked, and what can be done. */
export function statusProps(here: AtStep, sitting: Sitting): StatusProps {
  const { at, code, csrf, own } = here;
  const { application, intake, program, session, tasks } = own;
  const { closeReason, firstName, number, offerUntil, status, submittedAt, surname } = application;
  const to = applicantAddresses(at.site.slug);
  const { timeZone } = at.site;
  const facts: [string, string | null][] = [
    ['Number', number],
    ['Applicant', `${firstName} ${surname}`],
    ['Programme', `${program}, ${session}${own.className ? `, ${own.className}` : ''}`],
    ['Sent', submittedAt && dateTimeText(submittedAt, timeZone)],
    ['Examination', sitting && `${dateTimeText(sitting.startsAt, timeZone)}, ${sitting.venue}, seat ${sitting.seat}`],
    ['Bring along', sitting?.note ?? null],
    ['Accept by', status === 'offered' ? offerUntil && formatDay(offerUntil) : null],
    ['Reason', status === 'rejected' || status === 'withdrawn' ? closeReason : null],
  ];
  const hasFee = intake.acceptanceFee > 0 && application.acceptancePaidAt === null;
  return {
    csrf,
    action: to.own(code),
    values: {},
    errors: {},
    message: null,
    code,
    name: `${firstName} ${surname}`,
    number,
    program,
    status: applicationStates[status],
    words: tasks.length ? askedWords : (intake.words[status] ?? statusWords[status]),
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    tasks: tasks.map(({ message, part }) => ({ message, href: to.own(code, stepOfPart(part)) })),
    slip: number && to.own(code, 'slip.pdf'),
    letter: hasLetter(here) ? to.own(code, 'letter.pdf') : null,
    offer:
      status === 'offered'
        ? {
            accept: to.own(code, 'accept'),
            decline: to.own(code, 'decline'),
            fee: hasFee ? feeForm(here, 'acceptance') : null,
          }
        : null,
  };
}

export const hasLetter = ({ own }: AtStep): boolean => seated.some((state) => state === own.application.status);

const stepOfPart = (part: string) => (part === 'photo' || part.startsWith('paper:') ? 'papers' : part);
