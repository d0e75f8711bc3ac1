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
  always: 'Each intake sets which steps send a message to applicants.',
});

export const studentAdmitted = declareEvent({
  key: 'admissions.admitted',
  group: 'admissions',
  about: 'When an applicant is admitted, in addition to the intake’s own messages.',
  audiences: ['guardian', 'student'],
  channels: ['sms', 'email', 'notice'],
  fields: {},
  subject: 'Welcome to {school}',
  text: '{school}: welcome. {student} is admitted with the number {number}.',
  notice: { href: '/students' },
});

export const admissionEvents = [applicationStep, studentAdmitted];
