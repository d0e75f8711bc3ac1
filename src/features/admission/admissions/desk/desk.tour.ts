import type { Tour } from '#kernel/contracts/tour.ts';

const view = { may: ['admissions.view'] } as const;
const review = ['admissions.review'] as const;

/** The list of applications and the review of one. */
export const deskTours: Tour[] = [
  {
    ...view,
    name: 'admissions/applications',
    page: 'admissions/application-list',
    title: 'Applications',
    about: 'All applicants: search, filter and export.',
    href: '/applications',
    steps: [
      {
        at: 'page-title',
        title: 'Applications',
        text: 'Every application that was sent. Drafts belong to the applicants until they send them.',
      },
      { at: 'tabs', title: 'Status', text: 'How many applications are in each status, with the current filters.' },
      { at: 'list-search', title: 'Search', text: 'By name, application number, phone or e-mail.' },
      { at: 'application-score', title: 'Score', text: 'The sum of the marks. Click the heading to sort by it.' },
      {
        at: 'application-open',
        title: 'To do',
        text: 'Required papers that are missing, and tasks that are still open.',
      },
    ],
  },
  {
    ...view,
    name: 'admissions/review',
    page: 'admissions/application',
    title: 'Review an application',
    about: 'The form beside its papers, checks, tasks and decisions.',
    href: '/applications',
    steps: [
      {
        at: 'review-acts',
        title: 'Decide',
        text: 'Every action has a key. J and K open the next and previous application in your list.',
      },
      { at: 'review-checks', title: 'Checks', text: 'Age, papers, pin, fees and people with the same name.' },
      { at: 'review-papers', title: 'Papers', text: 'Choose a paper and zoom in while you read the form.' },
      {
        at: 'review-form',
        title: 'Form',
        text: 'The answers. Health and religion are shown on request, and that is logged.',
      },
      {
        at: 'review-tasks',
        title: 'Tasks',
        text: 'Request one part of the form again, such as a clearer birth certificate.',
        may: review,
      },
    ],
  },
];
