import type { Tour } from '#kernel/contracts/tour.ts';

export const siteTours: Tour[] = [
  {
    name: 'site/home',
    page: 'site/home-editor',
    version: 1,
    title: 'Home page',
    about: 'Your public home page.',
    may: ['site.edit'],
    href: '/site',
    steps: [
      {
        at: 'record-card',
        title: 'Address and welcome text',
        text: 'Your site’s address, your own host names, and the welcome text.',
      },
      {
        at: 'site-list',
        title: 'A list for each section',
        text: 'Add, hide and sort items: drag a row by its handle or press the arrows. Changes are public within seconds.',
      },
      {
        at: 'page-action',
        title: 'Publish when ready',
        text: 'Until you publish, only editors can see the site. Afterwards this button opens the public page.',
      },
    ],
  },
  {
    name: 'site/posts',
    page: 'site/post-list',
    version: 1,
    title: 'Posts',
    about: 'News, published now or scheduled.',
    may: ['site.edit'],
    href: '/site/posts',
    steps: [
      {
        at: 'page-action',
        title: 'Add a post',
        text: 'Enter a title, summary, text and picture. Save it as a draft, publish it now, or schedule it.',
      },
      {
        at: 'filters',
        title: 'Filter posts',
        text: 'Show drafts, scheduled or published posts only.',
      },
      {
        at: 'first-row',
        title: 'Edit a post',
        text: 'Open a post to edit it. It keeps its publication time.',
      },
    ],
  },
  {
    name: 'site/pages',
    page: 'site/page-list',
    version: 1,
    title: 'Pages',
    about: 'Permanent pages, such as About, Admissions and Contact.',
    may: ['site.edit'],
    href: '/site/pages',
    steps: [
      {
        at: 'page-title',
        title: 'Permanent pages',
        text: 'Use pages for information that parents look up often: about the school, how to apply, how to contact you.',
      },
      {
        at: 'sorted',
        title: 'Menu order',
        text: 'Visitors see the pages in this order in the menu at the top. A page that is not in the menu can still be reached by its address.',
      },
    ],
  },
  {
    name: 'site/pictures',
    page: 'site/picture-list',
    version: 1,
    title: 'Pictures',
    about: 'The picture library of your site.',
    may: ['site.edit'],
    href: '/site/pictures',
    steps: [
      {
        at: 'upload',
        title: 'Upload a picture',
        text: 'A phone photo is fine. It is rotated upright and resized for slow networks.',
      },
      {
        at: 'pictures',
        title: 'Describe it',
        text: 'Each picture needs a description for people who can’t see it. Pictures in use can’t be deleted.',
      },
    ],
  },
];
