import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { CUSTOM_DASHLET } from '#ui/plain/constants.ts';
import type { CountedType } from './counted-type.ts';
import { countedApplications, countedPins } from './types/admission.ts';
import { countedBatches, countedCourses, listedPrograms } from './types/batches.ts';
import { countedEmployees } from './types/employees.ts';
import { countedInvoices, countedPayments, listedFees } from './types/money.ts';
import { countedResults } from './types/results.ts';
import { countedStudents } from './types/students.ts';

export interface Model {
  label: string;
  /** Whose records are chosen. */
  type: CountedType;
  /** What hangs on them. */
  associates: readonly string[];
}

/** What hangs on records, by `model_associate_type`. */
export const associates: Readonly<Record<string, CountedType>> = {
  Student: countedStudents,
  Employee: countedEmployees,
  Batch: countedBatches,
  Course: countedCourses,
  PaymentRecord: countedPayments,
  Invoice: countedInvoices,
  Result: countedResults,
  Application: countedApplications,
  Pin: countedPins,
};

/** What dashlets can be about, by `model_name`. */
export const models: Readonly<Record<string, Model>> = {
  Student: {
    label: 'Student',
    type: countedStudents,
    associates: ['Student', 'PaymentRecord', 'Invoice', 'Result'],
  },
  Employee: { label: 'Employee', type: countedEmployees, associates: ['Employee', 'Course', 'Batch'] },
  Batch: { label: 'Class arm', type: countedBatches, associates: ['Student', 'Course', 'Batch'] },
  Program: { label: 'Programme', type: listedPrograms, associates: ['Batch', 'Application', 'Student', 'Pin'] },
  Fee: { label: 'Fee', type: listedFees, associates: ['PaymentRecord', 'Invoice'] },
  PaymentRecord: { label: 'Payment record', type: countedPayments, associates: ['PaymentRecord'] },
  Application: { label: 'Application', type: countedApplications, associates: ['Application'] },
  Pin: { label: 'Pin', type: countedPins, associates: ['Pin'] },
};

// Names come from requests: 'constructor' is none of ours.
export const modelOf = (name: string): Model | undefined => (Object.hasOwn(models, name) ? models[name] : undefined);
export const associateOf = (name: string): CountedType | undefined =>
  Object.hasOwn(associates, name) ? associates[name] : undefined;

/** 3.11: the name 'custom_dashlet' stands for what hangs on the model first; without a model, on the first one. */
export const associateNamed = (name: string, model: string): string =>
  name === CUSTOM_DASHLET ? (modelOf(model) ?? Object.values(models)[0]!).associates[0]! : name;

/** Whether the actor sees rows of the type there. */
export const seesType = (actor: Actor, { may }: CountedType, institutionId: number): boolean =>
  institutionsInView(actor, institutionId, ...may).length > 0;
