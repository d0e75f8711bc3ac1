import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const common = {
  ...{ group: 'cover', audiences: ['employee'], channels: ['sms', 'email', 'notice'] },
} satisfies Partial<MessageEvent>;
const fields = {
  lesson: { label: 'Subject and class', sample: 'Mathematics, JSS 1 A' },
  day: { label: 'Day', sample: '26 Nov 2026' },
  time: { label: 'Time', sample: '08:00 to 08:40' },
};

export const coverAssigned = declareEvent({
  ...common,
  key: 'cover.assigned',
  about: 'To the substitute, once for each lesson that is given to them.',
  fields: {
    ...fields,
    room: { label: 'Room', sample: 'Room 3' },
    absent: { label: 'Absent teacher', sample: 'Bola Ade' },
  },
  startsOn: ['employee.notice'],
  subject: 'You cover {lesson} on {day}',
  text: '{school}: you cover {lesson} on {day}, {time}, {room}, for {absent}.',
  notice: { text: 'You cover {lesson} on {day}, {time}, {room}, for {absent}', href: '/my-covers' },
});

export const coverRemoved = declareEvent({
  ...common,
  key: 'cover.removed',
  about: 'To the substitute, when a lesson is given to somebody else or taken back.',
  fields,
  startsOn: ['employee.notice'],
  subject: 'You no longer cover {lesson} on {day}',
  text: '{school}: you no longer cover {lesson} on {day}, {time}.',
  notice: { text: 'You no longer cover {lesson} on {day}, {time}', href: '/my-covers' },
});

export const coverArranged = declareEvent({
  ...common,
  key: 'cover.arranged',
  about: 'To the absent teacher, when somebody covers a lesson, and when nobody does any more.',
  fields: { ...fields, state: { label: 'Who covers it', sample: 'covered by Musa Bello' } },
  subject: 'Your lesson {lesson} on {day}',
  text: '{school}: your lesson {lesson} on {day}, {time}, is {state}.',
  notice: { text: 'Your lesson {lesson} on {day}, {time}, is {state}', href: '/my-covers' },
});

export const coverEvents = [coverAssigned, coverRemoved, coverArranged];
