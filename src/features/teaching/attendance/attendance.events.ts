import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const common = {
  group: 'attendance',
  audiences: ['guardian'],
  channels: ['sms', 'email', 'notice'],
  startsOn: ['guardian.notice'],
} satisfies Partial<MessageEvent>;
const fields = {
  class: { label: 'Class arm', sample: 'JSS 1 A' },
  day: { label: 'Day', sample: '26 Nov 2026' },
};

export const studentAbsent = declareEvent({
  ...common,
  key: 'attendance.absent',
  about: 'Once a day for each child, after the register’s deadline and the time in which teachers can correct it.',
  fields,
  subject: 'Absent on {day}: {student}',
  text: '{school}: {student}, {class}, marked absent on {day}. Please tell us the reason.',
  notice: {
    text: '{student}, {class}, marked absent on {day}',
    body: 'Tell the school the reason.',
    href: '/my-excuses',
  },
});

export const studentLate = declareEvent({
  ...common,
  key: 'attendance.late',
  about: 'Once a day for each child, at the same time as absences.',
  fields: { ...fields, minutes: { label: 'Minutes late', sample: '20' } },
  subject: 'Late on {day}: {student}',
  text: '{school}: {student}, {class}, came {minutes} minutes late on {day}.',
  notice: { text: '{student}, {class}, came {minutes} minutes late on {day}', href: '/my-excuses' },
});

export const absenceCorrected = declareEvent({
  group: 'attendance',
  audiences: ['guardian'],
  channels: ['sms', 'email', 'notice'],
  key: 'attendance.corrected',
  about: 'When a child reported absent is marked in school on the same day.',
  fields: {
    ...fields,
    mark: { label: 'New mark', sample: 'present' },
    time: { label: 'Time of the correction', sample: '09:40 am' },
  },
  subject: 'In school on {day}: {student}',
  text: '{school}: {student}, {class}, is in school: marked {mark} at {time} on {day}. Please ignore our message about an absence.',
  notice: { text: '{student}, {class}, is in school: marked {mark} at {time} on {day}', href: '/my-excuses' },
});

export const attendanceEvents = [studentAbsent, studentLate, absenceCorrected];
