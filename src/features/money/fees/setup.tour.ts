import type { Tour } from '#kernel/contracts/tour.ts';

const page = { version: 1, may: ['fees.view'] } as const;
const edit = ['fees.edit'] as const;

/** Fees, their form and discounts. */
export const setupTours: Tour[] = [
  {
    ...page,
    name: 'fees/fees',
    page: 'fees/fee-list',
    title: 'Fees',
    about: 'The amounts students pay, who pays them and when they’re due.',
    href: '/fees',
    steps: [
      {
        at: 'page-title',
        title: 'What is a fee?',
        text: 'A fee has items with amounts, due dates and the students who pay it. Adding one bills nobody: you bill students with it afterwards.',
      },
      {
        at: 'fee-amount',
        title: 'Amount',
        text: 'The amount per student before discounts, without optional items.',
      },
      {
        at: 'fee-billed',
        title: 'Billed',
        text: 'The number of students who have been billed. Open the fee to see their invoices.',
      },
      {
        at: 'page-more',
        title: 'Copy last term’s fees',
        text: 'Copies all fees of a term, with a percentage up or down. To use one fee for other {classes}, open it and choose Duplicate.',
        may: edit,
      },
    ],
  },
  {
    version: 1,
    may: edit,
    name: 'fees/fee-form',
    page: 'fees/fee-form',
    title: 'Add a fee',
    about: 'Items, students, due dates, discounts and the fine.',
    href: '/fees/new',
    steps: [
      {
        at: 'fee-items',
        title: 'Items',
        text: 'The parts of the fee. Optional items are billed only to students who choose them.',
      },
      {
        at: 'fee-audience',
        title: 'Who pays',
        text: 'Leave everything empty to bill all students. The line below counts the students while you choose.',
      },
      {
        at: 'fee-instalments',
        title: 'Due dates',
        text: 'One day for the whole bill, or instalments. The last instalment takes the remainder.',
      },
      {
        at: 'fee-fine',
        title: 'Fine',
        text: 'Charged at night on overdue amounts. Invoices keep the fine they were issued with.',
      },
    ],
  },
  {
    version: 1,
    may: edit,
    name: 'fees/copy',
    page: 'fees/fee-copy',
    title: 'Copy fees',
    about: 'Copy a term’s fees to the next term, with an increase or decrease.',
    href: '/fees/copy',
    steps: [
      {
        at: 'copy-change',
        title: 'Raise or lower',
        text: 'Every item changes by this percentage and is rounded. The table below shows the new amounts before anything is saved.',
      },
    ],
  },
  {
    ...page,
    name: 'fees/categories',
    page: 'fees/category-list',
    title: 'Fee categories',
    about: 'The purposes of fees, with their income accounts.',
    href: '/fee-categories',
    steps: [
      {
        at: 'category-account',
        title: 'Income account',
        text: 'The account in the books for this category’s income. Adding a category adds its account.',
      },
    ],
  },
  {
    ...page,
    name: 'fees/discounts',
    page: 'fees/discount-list',
    title: 'Discounts',
    about: 'Reductions for siblings, children of staff, scholars and others.',
    href: '/discounts',
    steps: [
      {
        at: 'page-title',
        title: 'What is a discount?',
        text: 'A percentage or an amount off the bill. Each fee lists the discounts it applies, and their order.',
      },
      {
        at: 'discount-who',
        title: 'Given to',
        text: 'Siblings and children of staff are found by their guardians. Open a discount to see its students.',
      },
    ],
  },
];
