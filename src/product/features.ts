import { accountFeature } from '#features/access/accounts/accounts.feature.ts';
import { admissionFeature } from '#features/admission/admissions/admissions.feature.ts';
import { approvalFeature } from '#features/records/approvals/approvals.feature.ts';
import { assessmentFeature } from '#features/results/assessment/assessment.feature.ts';
import { attendanceFeature } from '#features/teaching/attendance/attendance.feature.ts';
import { auditFeature } from '#features/access/audit/audit.feature.ts';
import { balanceFeature } from '#features/money/balances/balances.feature.ts';
import { calendarFeature } from '#features/teaching/calendar/calendar.feature.ts';
import { cardFeature } from '#features/people/cards/cards.feature.ts';
import { registrationFeature } from '#features/results/course-registration/course-registration.feature.ts';
import { checklistFeature } from '#features/insight/checklist/checklist.feature.ts';
import { contactFeature } from '#features/messages/contact/contact.feature.ts';
import { dashletFeature } from '#features/insight/dashlets/dashlets.feature.ts';
import { coverFeature } from '#features/teaching/cover/cover.feature.ts';
import { customFieldFeature } from '#features/records/custom-fields/custom-fields.feature.ts';
import { employeeFeature } from '#features/people/employees/employees.feature.ts';
import { exportFeature } from '#features/records/exports/exports.feature.ts';
import { gatewayFeature } from '#features/online/gateways/gateways.feature.ts';
import { geographyFeature } from '#features/records/geography/geography.feature.ts';
import { guardianFeature } from '#features/people/guardians/guardians.feature.ts';
import { homeFeature } from '#features/insight/home/home.feature.ts';
import { helpFeature } from '#features/records/help/help.feature.ts';
import { holdFeature } from '#features/money/holds/holds.feature.ts';
import { importFeature } from '#features/people/imports/imports.feature.ts';
import { invitationFeature } from '#features/people/invitations/invitations.feature.ts';
import { institutionFeature } from '#features/school/institutions/institutions.feature.ts';
import { feeFeature } from '#features/money/fees/fees.feature.ts';
import { ledgerFeature } from '#features/money/ledger/ledger.feature.ts';
import { leaveFeature } from '#features/teaching/leave/leave.feature.ts';
import { lookupFeature } from '#features/records/lookups/lookups.feature.ts';
import { mergeFeature } from '#features/records/merges/merges.feature.ts';
import { messageFeature } from '#features/messages/messages/messages.feature.ts';
import { noticeFeature } from '#features/messages/notices/notices.feature.ts';
import { notificationFeature } from '#features/records/notifications/notifications.feature.ts';
import { paymentFeature } from '#features/money/payments/payments.feature.ts';
import { orderFeature } from '#features/online/orders/orders.feature.ts';
import { peopleFeature } from '#features/records/people/people.feature.ts';
import { pinFeature } from '#features/money/pins/pins.feature.ts';
import { promotionFeature } from '#features/results/promotion/promotion.feature.ts';
import { privacyFeature } from '#features/people/privacy/privacy.feature.ts';
import { invoiceFeature } from '#features/money/invoices/invoices.feature.ts';
import { billingFeature } from '#features/money/billing/billing.feature.ts';
import { bankFeature } from '#features/money/bank/bank.feature.ts';
import { cashierFeature } from '#features/money/cashier/cashier.feature.ts';
import { reportFeature } from '#features/insight/reports/reports.feature.ts';
import { resultFeature } from '#features/results/results/results.feature.ts';
import { sendingFeature } from '#features/records/sending/sending.feature.ts';
import { siteFeature } from '#features/school/site/site.feature.ts';
import { structureFeature } from '#features/school/structure/structure.feature.ts';
import { studentFeature } from '#features/people/students/students.feature.ts';
import { termNoteFeature } from '#features/results/term-notes/term-notes.feature.ts';
import { timetableFeature } from '#features/teaching/timetable/timetable.feature.ts';
import { transcriptFeature } from '#features/results/transcripts/transcripts.feature.ts';
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
  invoiceFeature,
  billingFeature,
  holdFeature,
  cashierFeature,
  paymentFeature,
  bankFeature,
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
];

export const product = assemble(features);
