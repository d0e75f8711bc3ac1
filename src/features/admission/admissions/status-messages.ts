import type { ApplicationState } from './admissions.ts';

/** What the status page says happens next, unless the intake has its own words. */
export const statusMessages: Record<ApplicationState, string> = {
  draft: 'Your application has not been sent yet. Continue it with your code, then send it.',
  submitted: 'We have received your application. The admissions office will review it and tell you what happens next.',
  under_review: 'The admissions office is reviewing your application. You don’t need to do anything now.',
  offered: 'You have been offered a place. Accept it by the date shown here, otherwise it goes to someone else.',
  waiting_list: 'You are on the waiting list. If a place becomes free, we will offer it to you and send you a message.',
  rejected: 'We are sorry that we cannot offer you a place this time.',
  accepted: 'You have accepted your place. The school will complete the admission and send you a message.',
  admitted: 'You have been admitted. Download your admission letter here.',
  withdrawn: 'This application was withdrawn.',
};
