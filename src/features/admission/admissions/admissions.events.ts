import { declareEvent } from '#kernel/messages/events.ts';

/** Of each application; the intake says for which steps. */
const applicationStep = declareEvent({
  key: 'admissions.application',
  group: 'admissions',
  audiences: ['guardian'],
  channels: ['sms', 'email'],
  fields: {},
  subject: '{school}',
  text: '',
  always: 'Each intake says for which steps applicants are written to.',
});

export const studentAdmitted = declareEvent({
  key: 'admissions.admitted',
  group: 'admissions',
  about: 'When an applicant becomes a student, besides what the intake sends to the applicant.',
  audiences: ['guardian', 'student'],
  channels: ['sms', 'email', 'notice'],
  fields: {},
  subject: 'Welcome to {school}',
  text: '{school}: welcome. {student} is admitted with the number {number}.',
  notice: { href: '/students' },
});

export const admissionEvents = [applicationStep, studentAdmitted];
