/** What was done about a student who is often away. */
export const followUpWays = {
  call: 'Phone call',
  visit: 'Home visit',
  meeting: 'Meeting',
  letter: 'Letter',
  message: 'Message',
  other: 'Other',
} as const;
export type FollowUpWay = keyof typeof followUpWays;
