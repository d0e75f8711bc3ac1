import { expect, test } from 'vitest';
import { product } from '#product/features.ts';
import { isProtected, isSensitive, entersMarks } from './protected-roles.ts';

test('these permissions are sensitive; review every new one here', () => {
  expect(Object.keys(product.permissions).filter(isSensitive).toSorted()).toEqual([
    'accounts.edit',
    'admissions.admit',
    'admissions.decide',
    'admissions.export',
    'admissions.review',
    'assessment.edit',
    'employees.export',
    'employees.view',
    'employees.viewHealth',
    'employees.viewPrivate',
    'employees.viewReligion',
    'fees.approve',
    'fees.bill',
    'fees.edit',
    'fees.export',
    'fees.holds',
    'fees.view',
    'fees.viewClearance',
    'fees.waive',
    'guardians.export',
    'leave.approve',
    'ledger.approve',
    'ledger.close',
    'ledger.edit',
    'ledger.export',
    'ledger.view',
    'marks.approve',
    'marks.enter',
    'marks.enterOwn',
    'marks.open',
    'marks.view',
    'marks.viewOwn',
    'openings.import',
    'orders.export',
    'orders.view',
    'outbox.view',
    'payments.approve',
    'payments.approveDay',
    'payments.export',
    'payments.place',
    'payments.reverse',
    'payments.settings',
    'payments.take',
    'payments.view',
    'people.merge',
    'pins.edit',
    'pins.handOver',
    'pins.make',
    'pins.view',
    'pins.void',
    'privacy.access',
    'privacy.erase',
    'privacy.readLog',
    'results.publish',
    'results.view',
    'roles.edit',
    'sending.overspend',
    'sending.settings',
    'students.export',
    'students.viewHealth',
    'students.viewPrivate',
    'students.viewReligion',
    'timetable.publish',
    'transcripts.issue',
  ]);
});

test('money and marks are sensitive before they are there, one’s own are not', () => {
  expect(
    ['fees.edit', 'payments.record', 'ledger.view', 'results.approve', 'marks.edit'].filter(isSensitive),
  ).toHaveLength(5);
  expect(['fees.viewSelf', 'payments.paySelf', 'results.viewSelf', 'students.viewOwn'].filter(isSensitive)).toEqual([]);
  // What concerns one's own classes is reached by way of the employee's record alone.
  expect(isSensitive('marks.enterOwn')).toBe(true);
  expect(isProtected({ key: 'own_1', permissions: ['marks.enterOwn'] })).toBe(false);
  expect(entersMarks({ key: 'own_1', permissions: ['marks.enterOwn'] })).toBe(true);
  expect(entersMarks({ key: 'own_1', permissions: ['students.viewOwn'] })).toBe(false);
});

test('of the roles that every institution has, these are protected, also when nothing is ticked for them', () => {
  const ordinary = Object.entries(product.startingRoles).filter(
    ([key, held]) => !isProtected({ key, permissions: [...held] }),
  );
  expect(ordinary.map(([key]) => key)).toEqual(['teacher', 'employee', 'student', 'guardian', 'applicant']);
  expect(isProtected({ key: 'bursar', permissions: [] })).toBe(true);
});
