import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const common = {
  group: 'people',
  channels: ['sms', 'email', 'notice'],
  fields: {},
  isMarketing: true,
  subject: 'Happy birthday',
  about: 'Once a year, at the hour you choose; on 28 February for those born on 29 February, unless it is a leap year.',
} satisfies Partial<MessageEvent>;

export const studentBirthday = declareEvent({
  ...common,
  key: 'students.birthday',
  audiences: ['student', 'guardian'],
  text: {
    student: 'Happy birthday, {first_name}. {school} wishes you a wonderful year.',
    guardian: '{school} wishes {student} a happy birthday and a wonderful year.',
  },
  notice: { href: '/students' },
});

export const employeeBirthday = declareEvent({
  ...common,
  key: 'employees.birthday',
  audiences: ['employee'],
  text: '{school} wishes you a happy birthday, {employee}.',
  notice: { href: '/notifications' },
});

export const birthdayEvents = [studentBirthday, employeeBirthday];
