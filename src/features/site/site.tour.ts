import type { Tour } from '#kernel/tour.ts';

export const siteTours: Tour[] = [
  {
    name: 'site/home',
    page: 'site/home-editor',
    version: 1,
    title: 'Home page',
    about: 'What everybody sees who comes to your address.',
    may: ['site.edit'],
    href: '/site',
    steps: [
      {
        at: 'record-card',
        title: 'Where it stands',
        text: 'The address of your site, host names of your own, and the words that greet a visitor.',
      },
      {
        at: 'site-list',
        title: 'One list for each part',
        text: 'Add, hide and order: drag a line by its handle, or press the arrows. What you change is public within seconds.',
      },
      {
        at: 'page-action',
        title: 'Show it when it is ready',
        text: 'Until you publish, only those who edit the site see it. Afterwards this opens it as a visitor does.',
      },
    ],
  },
  {
    name: 'site/posts',
    page: 'site/post-list',
    version: 1,
    title: 'Posts',
    about: 'News, now or at the moment that you choose.',
    may: ['site.edit'],
    href: '/site/posts',
    steps: [
      {
        at: 'page-action',
        title: 'Write one',
        text: 'Title, summary, text and a picture. Keep it as a draft, bring it out at once, or name a day and time.',
      },
      {
        at: 'filters',
        title: 'Find one',
        text: 'Narrow the list to drafts, to what is scheduled or to what is out.',
      },
      {
        at: 'first-row',
        title: 'Change one',
        text: 'Open a post to correct it. It keeps the moment when it came out.',
      },
    ],
  },
  {
    name: 'site/pages',
    page: 'site/page-list',
    version: 1,
    title: 'Pages',
    about: 'What stays: about you, admissions, contact.',
    may: ['site.edit'],
    href: '/site/pages',
    steps: [
      {
        at: 'page-title',
        title: 'What stays the same',
        text: 'Pages are for what a parent looks up again and again: who you are, how to apply, how to reach you.',
      },
      {
        at: 'sorted',
        title: 'Their order is the menu',
        text: 'Visitors see the pages in this order at the top of your site. A hidden page has its address, but no entry.',
      },
    ],
  },
  {
    name: 'site/pictures',
    page: 'site/picture-list',
    version: 1,
    title: 'Pictures',
    about: 'The pictures of the site, each with its words.',
    may: ['site.edit'],
    href: '/site/pictures',
    steps: [
      {
        at: 'upload',
        title: 'Bring one',
        text: 'A photo from a phone will do. It is turned the right way up and made small enough for slow networks.',
      },
      {
        at: 'pictures',
        title: 'Say what it shows',
        text: 'Each picture has a sentence for those who cannot see it. One that is in use cannot be deleted.',
      },
    ],
  },
];
