import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const common = {
  group: 'cover',
  audiences: ['employee'],
  channels: ['sms', 'email', 'notice'],
} satisfies Partial<MessageEvent>;
const fields = {
  day: { label: 'Day', sample: '26 Nov 2026' },
  when: { label: 'Day, or today', sample: 'today' },
};

export const coverAssigned = declareEvent({
  ...common,
  key: 'cover.assigned',
  about:
    'To the substitute, a few minutes after the last change: one message with all lessons of the day. Later messages list only changes.',
  fields: {
    cover: {
      label: 'Lessons that they cover, and no longer cover',
      sample: 'cover JSS 2 A Mathematics 08:40 am in Room 3 and JSS 3 B Physics 10:20 am for Bola Ade',
    },
    ...fields,
  },
  startsOn: ['employee.notice'],
  subject: 'Cover on {day}',
  text: '{school}: you {cover} {when}.',
  notice: { text: 'You {cover} on {day}', href: '/my-covers' },
});

export const coverArranged = declareEvent({
  ...common,
  key: 'cover.arranged',
  about:
    'To the absent teacher: one message with the substitute for each lesson of the day. Later messages list only changes.',
  fields: {
    lessons: {
      label: 'Lessons and who covers them',
      sample: 'JSS 2 A Mathematics 08:40 am and JSS 3 B Physics 10:20 am covered by Musa Bello',
    },
    ...fields,
  },
  subject: 'Your lessons on {day}',
  text: '{school}: your lessons {when}: {lessons}.',
  notice: { text: 'Your lessons on {day}: {lessons}', href: '/my-covers' },
});

export const coverEvents = [coverAssigned, coverArranged];
