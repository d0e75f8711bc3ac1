import type { Feature } from '#web/feature.ts';
import { notifyOfAbsencesOften } from './alerts/notify-of-absences.job.ts';
import { attendanceEvents } from './attendance.events.ts';
import { attendancePersonalData } from './attendance.personal-data.ts';
import { attendancePermissions } from './attendance.policy.ts';
import { attendanceTours } from './attendance.tour.ts';
import { deviceRoutes, registersApp } from './device/device.routes.ts';
import { monthRoutes } from './months/months.routes.ts';
import { monthTours } from './months/months.tour.ts';
import { enrolmentRoutes } from './enrolment/enrolment.routes.ts';
import { excuseRoutes } from './excuses/excuses.routes.ts';
import { decidingExcuses, countOpenExcuses } from './excuses/excuses.ts';
import { seeingConcerns } from './follow-ups/follow-ups.ts';
import { followUpRoutes } from './follow-ups/follow-ups.routes.ts';
import { ownRegistersCard } from './registers/own-registers.card.ts';
import { attendanceTab } from './record/attendance.tab.ts';
import { attendanceDashlets } from './reports/attendance.dashlets.ts';
import { attendanceReports } from './reports/attendance.reports.ts';
import { seeingRegisters } from './registers/place.queries.ts';
import { registerTours } from './registers/registers.tour.ts';
import { registerRoutes } from './registers/registers.routes.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';

const excusesPendingTasks: PendingTaskKind = {
  place: 33,
  may: decidingExcuses,
  load: async (db, actor, wanted) =>
    pendingTask(await countOpenExcuses(db, actor, wanted), {
      one: 'absence note',
      many: 'absence notes',
      href: '/attendance/excuses',
      action: 'Decide',
    }),
};

export const attendanceFeature = {
  name: 'attendance',
  permissions: attendancePermissions,
  roles: {
    ict_administrator: ['attendance.edit'],
    principal: ['attendance.view', 'attendance.correct', 'attendance.edit'],
    registrar: ['attendance.view', 'attendance.take', 'attendance.correct', 'attendance.edit'],
    teacher: ['attendance.takeOwn', 'attendance.viewOwn'],
    student: ['attendance.viewSelf'],
    guardian: ['attendance.viewSelf'],
  },
  nouns: { attendance: 'Attendance' },
  confirmations: { attendance: { what: 'Attendance', nouns: ['attendance'] } },
  menu: [
    {
      section: 'students',
      place: 15,
      label: 'Registers',
      actOf: ['attendance.takeOwn'],
      href: '/registers',
      may: seeingRegisters,
      group: 'attendance',
      also: 'attendance register roll call present absent',
    },
    {
      section: 'students',
      place: 17,
      label: 'Absence notes',
      href: '/attendance/excuses',
      may: decidingExcuses,
      group: 'attendance',
      also: 'reasons for absence excuses',
    },
    {
      section: 'mine',
      place: 40,
      label: 'My absence notes',
      href: '/my-excuses',
      may: ['attendance.viewSelf'],
      also: 'my reasons for absence excuses',
      of: ['studentIds', 'guardianIds'],
    },
    {
      section: 'students',
      place: 19,
      label: 'Low attendance',
      href: '/attendance/concerns',
      may: seeingConcerns,
      group: 'attendance',
      also: 'attendance concerns truants',
    },
    {
      section: 'settings',
      group: 'school',
      place: 45,
      label: 'Attendance',
      href: '/attendance/settings',
      about: 'How registers are taken, when guardians are notified, and your own codes.',
      may: ['attendance.edit'],
    },
  ],
  events: attendanceEvents,
  jobs: [notifyOfAbsencesOften],
  tours: [...registerTours, ...attendanceTours, ...monthTours],
  routes: [deviceRoutes, registerRoutes, monthRoutes, setupRoutes, enrolmentRoutes, excuseRoutes, followUpRoutes],
  pendingTasks: [excusesPendingTasks],
  demo: async () => (await import('./load.demo.ts')).steps,
  offlineApps: [registersApp],
  profileTabs: [attendanceTab],
  reports: attendanceReports,
  dashlets: attendanceDashlets,
  homeCards: [ownRegistersCard],
  personalData: attendancePersonalData,
} satisfies Feature;
