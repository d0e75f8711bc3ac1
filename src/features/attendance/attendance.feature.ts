import type { Feature } from '#web/feature.ts';
import { attendancePersonalData } from './attendance.personal-data.ts';
import { attendancePermissions } from './attendance.policy.ts';

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
  routes: [],
  personalData: attendancePersonalData,
} satisfies Feature;
