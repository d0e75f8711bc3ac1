/** What a message was written for, in words: on the page of switches, in the outbox, the histories and the costs. */
const words = {
  'messages.composed': 'Composed message',
  'messages.test': 'Test message',
  'sending.test': 'Provider test',
  'accounts.invitation': 'Invitation or sign-in link',
  'accounts.reset': 'Password code',
  'accounts.security': 'Account security',
  'approvals.asked': 'Approval request',
  'admissions.code': 'Application code',
  'admissions.application': 'Application step',
  'admissions.admitted': 'Student admitted',
  'attendance.absent': 'Absence',
  'attendance.late': 'Lateness',
  'attendance.corrected': 'Absence marked by mistake',
  'cover.assigned': 'Lessons to cover',
  'cover.arranged': 'Lessons covered',
  'results.published': 'Results published',
  'results.corrected': 'Results corrected',
  'fees.invoice': 'Invoice issued',
  'fees.corrected': 'Invoice corrected',
  'fees.due': 'Fee due soon',
  'fees.overdue': 'Fee overdue',
  'payments.received': 'Payment received',
  'payments.receipt': 'Receipt',
  'orders.paid': 'PIN order',
  'students.birthday': 'Student’s birthday',
  'employees.birthday': 'Employee’s birthday',
  'notices.published': 'Notice',
  'reports.scheduled': 'Scheduled report',
  'contact.answer': 'Reply to a text',
  'contact.balance': 'Balance reply',
  'contact.result': 'Result reply',
  'contact.stop': 'STOP confirmation',
  'contact.wrongNumber': 'Wrong number check',
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
