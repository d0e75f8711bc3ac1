import { declareEvent } from '#kernel/messages/events.ts';

/** A notice begins. The card on the start page and the board need no switch. */
export const noticePublished = declareEvent({
  key: 'notices.published',
  group: 'notices',
  about: 'When a notice starts, to the people who see it on their notice board.',
  audiences: ['guardian', 'student', 'employee'],
  channels: ['sms', 'email', 'notice'],
  fields: {
    title: { label: 'Title of the notice', sample: 'Mid-term break' },
    summary: { label: 'Start of its text', sample: 'School closes for the mid-term break on Thursday at 1 pm.' },
  },
  startsOn: ['guardian.notice', 'student.notice', 'employee.notice'],
  subject: '{school}: {title}',
  text: '{school}: {title}. {summary}',
  notice: { text: '{title}', body: 'A new notice on the notice board.', href: '/notice-board' },
});
