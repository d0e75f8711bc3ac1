/** What a message was written for, in words. */
const words: Record<string, string> = {
  'messages.composed': 'Composed message',
  'accounts.invitation': 'Invitation',
  'accounts.reset': 'Password reset code',
  'accounts.security': 'Account security',
  'approvals.asked': 'Approval requested',
  'admissions.code': 'Application code',
  'admissions.application': 'Application',
  'orders.paid': 'PIN order',
  'payments.receipt': 'Receipt',
  'notices.published': 'Notice',
  other: 'Other',
};

/** 'results.published' without words of its own is 'Results: published'. */
export function eventWord(event: string): string {
  const known = words[event];
  if (known) return known;
  const [noun = '', what] = event.split('.');
  const spaced = (text: string) => text.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  const first = noun.charAt(0).toUpperCase() + spaced(noun.slice(1));
  return what ? `${first}: ${spaced(what)}` : first;
}

export const knownEvents: readonly string[] = Object.keys(words);
