import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { seeingOfStudents } from './seen-attendance.ts';
import { studentAttendance } from './student-attendance.queries.ts';

export const attendanceTab: ProfileTab = {
  of: 'student',
  name: 'attendance',
  label: 'Attendance',
  place: 7,
  may: seeingOfStudents,
  component: 'attendance/student-attendance',
  load: studentAttendance,
};
