/** What a message was written for, in words: on the page of switches, in the outbox, the histories and the costs. */
const words = {
  'messages.composed': 'Composed message',
  'messages.test': 'Test of a message',
  'sending.test': 'Test of a provider',
  'accounts.invitation': 'Invitation or sign-in link',
  'accounts.reset': 'Password code',
  'accounts.security': 'Account security',
  'approvals.asked': 'Request for approval',
  'admissions.code': 'Application code',
  'admissions.application': 'Application step',
  'admissions.admitted': 'Student admitted',
  'attendance.absent': 'Absence',
  'attendance.late': 'Lateness',
  'attendance.corrected': 'Absence marked by mistake',
  'cover.assigned': 'Lessons to cover',
  'cover.arranged': 'Own lessons covered',
  'results.published': 'Results published',
  'results.corrected': 'Results corrected',
  'fees.invoice': 'Invoice issued',
  'fees.corrected': 'Invoice corrected',
  'fees.due': 'Fee due soon',
  'fees.overdue': 'Fee overdue',
  'payments.received': 'Payment received',
  'payments.receipt': 'Receipt',
  'orders.paid': 'PIN order',
  'students.birthday': 'Birthday of a student',
  'employees.birthday': 'Birthday of an employee',
  'notices.published': 'Notice',
  'reports.scheduled': 'Scheduled report',
  'contact.answer': 'Answer to a reply',
  'contact.balance': 'Answer about a balance',
  'contact.result': 'Answer about a result',
  'contact.stop': 'Answer to STOP',
  'contact.wrongNumber': 'Question about a wrong number',
  other: 'Other',
} satisfies Record<string, string>;
export type EventKey = keyof typeof words;

export const eventLabels: Record<string, string> = words;

/** An event of a later version, or of one before, is shown by its key: 'exams.moved' is 'Exams: moved'. */
export function eventLabel(event: string): string {
  const known = eventLabels[event];
  if (known) return known;
  const [noun = '', what] = event.split('.');
  const spaced = (text: string) => text.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  const first = noun.charAt(0).toUpperCase() + spaced(noun.slice(1));
  return what ? `${first}: ${spaced(what)}` : first;
}

export const knownEvents: readonly string[] = Object.keys(words);
