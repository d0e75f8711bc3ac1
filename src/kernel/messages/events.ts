import { needsOfAll } from './needs.ts';

import type { EventKey } from './event-labels.ts';

/** Whom an event concerns, with the values of its fields. */
export interface EventSubject {
  studentId?: number;
  employeeId?: number;
  fields?: Readonly<Record<string, string>>;
}

export type EventAudience = 'student' | 'guardian' | 'employee';
export type EventChannel = 'sms' | 'email' | 'notice';

export const eventAudiences: Record<EventAudience, string> = {
  student: 'Student',
  guardian: 'Guardians',
  employee: 'Employee',
};
export const eventChannels: Record<EventChannel, string> = { sms: 'SMS', email: 'E-mail', notice: 'In the product' };

/** Headings of the page of switches, in its order. */
export const eventGroups = {
  admissions: 'Admission',
  attendance: 'Attendance',
  cover: 'Cover',
  results: 'Results',
  fees: 'Fees',
  people: 'Birthdays',
  notices: 'Notices',
  accounts: 'Sign-in and security',
} as const;

interface EventField {
  /** 'Amount'. */
  label: string;
  sample: string;
  /** The permission that protects what it reveals. */
  needs?: string;
}

/** Something that institutions may write to people about. A feature declares it beside the verb that announces it. */
export interface MessageEvent {
  /** 'results.published', as in the outbox; its label is in event-labels.ts. */
  key: EventKey;
  group: keyof typeof eventGroups;
  /** One sentence for the page of switches. */
  about?: string;
  audiences: readonly EventAudience[];
  channels: readonly EventChannel[];
  /** Besides those of the recipient. */
  fields: Readonly<Record<string, EventField>>;
  /** With fields in braces. */
  text: string | Partial<Record<EventAudience, string>>;
  /** Of e-mails. */
  subject: string;
  /** Of notices in the product: another text, what stands below it, and where it leads. */
  notice?: { text?: string; body?: string; href: string };
  /** Switched on until an institution switches it off. */
  startsOn?: readonly `${EventAudience}.${EventChannel}`[];
  /** What nobody must receive; those who want no marketing are skipped. */
  isMarketing?: boolean;
  /** Concerns money: guardians who pay fees are written to. */
  isMoney?: boolean;
  /** Sent whatever the switches say, and why. */
  always?: string;
}

/** Fields of every event. A number that belongs to several children gets one message that names them. */
const recipientFields = {
  student: { label: 'Student’s name', sample: 'Ada Obi' },
  first_name: { label: 'Student’s first name', sample: 'Ada' },
  number: { label: 'Admission number', sample: '2026/0014' },
  guardian: { label: 'Guardian’s name', sample: 'Mrs Ngozi Obi' },
  employee: { label: 'Employee’s name', sample: 'Musa Bello' },
  school: { label: 'School', sample: 'Ilorin Grammar School' },
} satisfies Record<string, EventField>;

/** The fields that a text for the audience can contain. */
export function fieldsOf({ fields, audiences }: MessageEvent, audience: EventAudience): Record<string, EventField> {
  const { student, first_name: firstName, number, guardian, employee, school } = recipientFields;
  const ofStudent = { student, first_name: firstName, number };
  const own: Record<EventAudience, Record<string, EventField>> = {
    student: ofStudent,
    guardian: { ...ofStudent, guardian },
    employee: { employee },
  };
  return { ...(audiences.includes(audience) ? own[audience] : {}), school, ...fields };
}

export function defaultText({ text, notice }: MessageEvent, audience: EventAudience, channel: EventChannel): string {
  if (channel === 'notice' && notice?.text) return notice.text;
  return typeof text === 'string' ? text : (text[audience] ?? '');
}

const places = /\{([a-z_]+)\}/g;

/** The fields that a text contains, each once. */
export const fieldsIn = (text: string): string[] => [...new Set([...text.matchAll(places)].map(([, name]) => name!))];

/** Puts values in place of fields; a field without a value stays. */
export const fill = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  text.replace(places, (place, name: string) => values[name] ?? place);

/** What a text reveals by its fields. */
export const needsOf = (event: MessageEvent, text: string): string | null =>
  needsOfAll(fieldsIn(text).map((name) => event.fields[name]?.needs));

/** A field of the text that the event does not have. */
export const unknownField = (event: MessageEvent, audience: EventAudience, text: string): string | undefined =>
  fieldsIn(text).find((name) => !(name in fieldsOf(event, audience)));

const known = new Map<string, MessageEvent>();

/** Declares an event once. Its manifest lists it under `events`. */
export function declareEvent(event: MessageEvent): MessageEvent {
  if (known.has(event.key)) throw new Error(`Two events are called ${event.key}.`);
  known.set(event.key, event);
  if (!event.always)
    for (const audience of event.audiences)
      for (const channel of event.channels) {
        const text = defaultText(event, audience, channel);
        const unknown = unknownField(event, audience, text);
        if (unknown || !text) throw new Error(`The text of ${event.key} for ${audience} has no field ${unknown}.`);
      }
  return event;
}

/** Keys of the events that people can refuse. */
export const marketingEvents = (): string[] =>
  [...known.values()].flatMap((event) => (event.isMarketing ? [event.key] : []));
