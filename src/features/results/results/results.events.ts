import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const fields = {
  term: { label: 'Term', sample: 'First Term' },
  session: { label: 'Session', sample: '2026/2027' },
};
const common = {
  group: 'results',
  audiences: ['guardian', 'student'],
  channels: ['sms', 'email', 'notice'],
  fields,
  startsOn: ['guardian.notice', 'student.notice'],
} satisfies Partial<MessageEvent>;
const notice = { body: 'See them on the record, under Results.', href: '/students' };

/** Says that a result is there, never what it is: that is on the record, unless it is withheld. */
export const resultPublished = declareEvent({
  ...common,
  key: 'results.published',
  subject: 'Results of {term}, {session}',
  text: '{school}: the results of {student} for {term}, {session}, are published.',
  notice: { ...notice, text: 'Results of {term}, {session}, are published' },
});

export const resultCorrected = declareEvent({
  ...common,
  key: 'results.corrected',
  subject: 'Corrected results of {term}, {session}',
  text: '{school}: the results of {student} for {term}, {session}, were corrected.',
  notice: { ...notice, text: 'Results of {term}, {session}, were corrected' },
});
