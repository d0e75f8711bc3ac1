import type { Tour } from '#kernel/contracts/tour.ts';

export const attendanceTours: Tour[] = [
  {
    name: 'attendance/settings',
    title: 'Attendance settings',
    about: 'Choose how registers are taken, and add your own codes.',
    may: ['attendance.edit'],
    href: '/attendance/settings',
    steps: [
      {
        at: 'attendance-rules',
        title: 'Registers and alerts',
        text: 'How often registers are taken and by when, and how long teachers can correct them before guardians are notified. Registers already taken stay as they are.',
      },
      {
        at: 'attendance-codes',
        title: 'Your own codes',
        text: 'Letters for marks other than present, late and absent. Each counts as one of the built-in marks.',
      },
    ],
  },
  {
    name: 'attendance/own-excuses',
    title: 'Absence notes',
    about: 'Tell the school why a student is or was away.',
    may: ['attendance.viewSelf'],
    href: '/my-excuses',
    steps: [
      {
        at: 'send-excuse',
        title: 'Send a note',
        text: 'Explain why your child is or was away, for one day or several. Attach a document if you have one.',
      },
      {
        at: 'sent-excuses',
        title: 'The school’s answer',
        text: 'What you send appears here. Until there is an answer you can add a document, such as a letter from the clinic.',
      },
    ],
  },
  {
    name: 'attendance/excuses',
    title: 'Absence notes',
    about: 'Accept or refuse absence notes.',
    may: ['attendance.correct', 'attendance.takeOwn'],
    href: '/attendance/excuses',
    steps: [
      {
        at: 'page-title',
        title: 'One answer updates the registers',
        text: 'If you accept a note, registers already taken change from “absent”, and later ones start with it. The sender is notified.',
      },
    ],
  },
  {
    name: 'attendance/concerns',
    title: 'Low attendance',
    about: 'Students who are often absent, and what was done about it.',
    may: ['attendance.view', 'attendance.viewOwn'],
    href: '/attendance/concerns',
    steps: [
      {
        at: 'page-title',
        title: 'Lowest attendance first',
        text: 'Students below the limit of the term, or absent for days in a row. Click one to record a call, a visit or a meeting; the last one is shown in the list.',
      },
    ],
  },
];
