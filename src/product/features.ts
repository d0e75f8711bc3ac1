import { accountFeature } from '#features/accounts/accounts.feature.ts';
import { admissionFeature } from '#features/admissions/admissions.feature.ts';
import { approvalFeature } from '#features/approvals/approvals.feature.ts';
import { assessmentFeature } from '#features/assessment/assessment.feature.ts';
import { attendanceFeature } from '#features/attendance/attendance.feature.ts';
import { auditFeature } from '#features/audit/audit.feature.ts';
import { balanceFeature } from '#features/balances/balances.feature.ts';
import { calendarFeature } from '#features/calendar/calendar.feature.ts';
import { cardFeature } from '#features/cards/cards.feature.ts';
import { registrationFeature } from '#features/course-registration/course-registration.feature.ts';
import { checklistFeature } from '#features/checklist/checklist.feature.ts';
import { contactFeature } from '#features/contact/contact.feature.ts';
import { dashletFeature } from '#features/dashlets/dashlets.feature.ts';
import { coverFeature } from '#features/cover/cover.feature.ts';
import { customFieldFeature } from '#features/custom-fields/custom-fields.feature.ts';
import { employeeFeature } from '#features/employees/employees.feature.ts';
import { exportFeature } from '#features/exports/exports.feature.ts';
import { galleryFeature } from '#features/gallery/gallery.feature.ts';
import { gatewayFeature } from '#features/gateways/gateways.feature.ts';
import { geographyFeature } from '#features/geography/geography.feature.ts';
import { guardianFeature } from '#features/guardians/guardians.feature.ts';
import { homeFeature } from '#features/home/home.feature.ts';
import { helpFeature } from '#features/help/help.feature.ts';
import { holdFeature } from '#features/holds/holds.feature.ts';
import { importFeature } from '#features/imports/imports.feature.ts';
import { invitationFeature } from '#features/invitations/invitations.feature.ts';
import { institutionFeature } from '#features/institutions/institutions.feature.ts';
import { feeFeature } from '#features/fees/fees.feature.ts';
import { ledgerFeature } from '#features/ledger/ledger.feature.ts';
import { leaveFeature } from '#features/leave/leave.feature.ts';
import { lookupFeature } from '#features/lookups/lookups.feature.ts';
import { mergeFeature } from '#features/merges/merges.feature.ts';
import { messageFeature } from '#features/messages/messages.feature.ts';
import { noticeFeature } from '#features/notices/notices.feature.ts';
import { notificationFeature } from '#features/notifications/notifications.feature.ts';
import { paymentFeature } from '#features/payments/payments.feature.ts';
import { orderFeature } from '#features/orders/orders.feature.ts';
import { peopleFeature } from '#features/people/people.feature.ts';
import { pinFeature } from '#features/pins/pins.feature.ts';
import { promotionFeature } from '#features/promotion/promotion.feature.ts';
import { privacyFeature } from '#features/privacy/privacy.feature.ts';
import { receivablesFeature } from '#features/receivables/receivables.feature.ts';
import { reportFeature } from '#features/reports/reports.feature.ts';
import { resultFeature } from '#features/results/results.feature.ts';
import { sendingFeature } from '#features/sending/sending.feature.ts';
import { siteFeature } from '#features/site/site.feature.ts';
import { structureFeature } from '#features/structure/structure.feature.ts';
import { studentFeature } from '#features/students/students.feature.ts';
import { termNoteFeature } from '#features/term-notes/term-notes.feature.ts';
import { timetableFeature } from '#features/timetable/timetable.feature.ts';
import { transcriptFeature } from '#features/transcripts/transcripts.feature.ts';
import type { Feature } from '#web/feature.ts';
import { assemble } from './assemble.ts';

/** Every feature, in the order of the roles page, the list of tours and the audit log. */
export const features: readonly Feature[] = [
  homeFeature,
  studentFeature,
  mergeFeature,
  employeeFeature,
  guardianFeature,
  invitationFeature,
  importFeature,
  admissionFeature,
  calendarFeature,
  attendanceFeature,
  leaveFeature,
  assessmentFeature,
  termNoteFeature,
  resultFeature,
  registrationFeature,
  transcriptFeature,
  promotionFeature,
  timetableFeature,
  coverFeature,
  feeFeature,
  holdFeature,
  paymentFeature,
  pinFeature,
  orderFeature,
  gatewayFeature,
  balanceFeature,
  messageFeature,
  contactFeature,
  noticeFeature,
  reportFeature,
  exportFeature,
  dashletFeature,
  checklistFeature,
  receivablesFeature,
  ledgerFeature,
  institutionFeature,
  structureFeature,
  siteFeature,
  accountFeature,
  sendingFeature,
  approvalFeature,
  customFieldFeature,
  lookupFeature,
  auditFeature,
  privacyFeature,
  peopleFeature,
  cardFeature,
  geographyFeature,
  helpFeature,
  notificationFeature,
  galleryFeature,
];

export const product = assemble(features);
