import { formatDay } from '#kernel/dates.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { drawLetterhead, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { facts, heading } from '#kernel/pdf/parts.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { qrOf } from '#kernel/qr.ts';

export interface TransferSheet {
  letterhead: Letterhead;
  number: string;
  issuedOn: string;
  content: TransferContent;
  /** 'Duplicate, printed on 21 Nov 2026', or the reason why it is void. */
  mark: string | null;
  isVoid: boolean;
  /** Address of the student's record. */
  address: string;
}

const day = (value: string | null) => value && formatDay(value);
/** A date in a sentence does not break across lines. */
const whole = (value: string | null) => day(value)?.replaceAll(' ', '\u00a0');

/** A transfer certificate: one page that the principal signs and stamps. */
export default async function transfer(doc: Doc, sheet: TransferSheet): Promise<void> {
  const { letterhead, number, issuedOn, content } = sheet;
  const { left, right } = doc.page.margins;
  const width = doc.page.width - left - right;
  doc.info.Title = `Transfer certificate ${number}`;
  await drawLetterhead(doc, letterhead);
  if (sheet.mark)
    doc.font('bold').fontSize(9.5).fillColor(ink.bad).text(shown(sheet.mark), left, doc.y, { width, align: 'right' });
  doc.y += 10;
  doc
    .font('bold')
    .fontSize(20)
    .fillColor(letterhead.accent)
    .text('Transfer certificate', left, doc.y, { width, align: 'center' });
  doc
    .font('regular')
    .fontSize(11)
    .fillColor(ink.soft)
    .text(`No. ${shown(number)}`, { width, align: 'center' });
  doc.y += 14;

  const name = [content.firstName, content.middleName, content.surname].filter(Boolean).join(' ');
  const period = [
    content.attendedFrom && `from ${whole(content.attendedFrom)}`,
    `until ${whole(content.attendedUntil)}`,
  ]
    .filter(Boolean)
    .join(' ');
  doc.font('regular').fontSize(11).fillColor(ink.text);
  doc.text(shown(`This is to certify that ${name} was a student of ${content.institution} ${period}.`), left, doc.y, {
    width,
    lineGap: 3,
  });
  doc.y += 10;
  heading(doc, 'Student', letterhead.accent);
  facts(doc, [
    { label: 'Surname', value: content.surname },
    { label: 'Other names', value: [content.firstName, content.middleName].filter(Boolean).join(' ') },
    { label: 'Date of birth', value: day(content.birthDate) },
    { label: 'Gender', value: content.gender && (content.gender === 'female' ? 'Female' : 'Male') },
    { label: 'Admission number', value: content.admissionNumber },
    { label: 'Registration no.', value: content.registrationNumber },
    { label: 'State of origin', value: content.stateOfOrigin },
  ]);
  heading(doc, 'Attendance', letterhead.accent);
  facts(doc, [
    { label: 'Attended from', value: day(content.attendedFrom) },
    { label: 'Last day', value: day(content.attendedUntil) },
    { label: 'Last class', value: lastClass(content) },
    { label: 'Session', value: content.session },
    { label: 'Programme', value: content.program },
  ]);
  heading(doc, 'Leaving', letterhead.accent);
  facts(doc, [
    { label: 'New school', value: content.destination },
    { label: 'Reason', value: content.reason },
  ]);
  doc.y += 8;
  byHand(doc, 'Conduct', left, doc.y, width);
  doc.y += 26;
  byHand(doc, 'Remarks', left, doc.y, width);

  const foot = doc.page.height - doc.page.margins.bottom - 118;
  doc.y = Math.max(doc.y + 44, foot);
  const top = doc.y;
  drawQr(doc, qrOf(sheet.address), left, top, 84);
  doc.font('regular').fontSize(7.5).fillColor(ink.faint);
  doc.text('Scan for the record', left, top + 88, { width: 100, lineBreak: false });
  const column = (width - 120) / 2;
  const x = left + 120;
  doc.fontSize(9.5).fillColor(ink.text);
  doc.text(shown([content.place, formatDay(issuedOn)].filter(Boolean).join(', ')), x, top + 6, { width: column - 16 });
  rule(doc, x, top + 76, column - 16);
  doc.fillColor(ink.soft).text('Principal’s signature', x, top + 80, { width: column - 16 });
  doc
    .rect(x + column + 8, top, column - 8, 74)
    .dash(3, { space: 3 })
    .lineWidth(0.6)
    .strokeColor(ink.faint)
    .stroke()
    .undash();
  doc.fillColor(ink.soft).text('School stamp', x + column + 8, top + 80, { width: column - 8 });
  // A void certificate must not pass for a valid one.
  if (sheet.isVoid) stampPages(doc, 'VOID');
}

/** 'SS 1 B' says 'SS 1' already. */
const lastClass = ({ lastClass: name, lastBatch: batch }: TransferContent) =>
  name && batch?.startsWith(name) ? batch : [name, batch].filter(Boolean).join(', ');

function byHand(doc: Doc, label: string, x: number, y: number, width: number) {
  doc.font('regular').fontSize(9.5).fillColor(ink.faint).text(label, x, y, { width: 92, lineBreak: false });
  rule(doc, x + 92, y + 12, width - 92);
  doc.y = y;
}

const rule = (doc: Doc, x: number, y: number, width: number) =>
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.6)
    .strokeColor(ink.faint)
    .stroke();

/** The content of a transfer certificate, as of the day it was issued. */
export interface TransferContent {
  institution: string;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  registrationNumber: string | null;
  gender: 'female' | 'male' | null;
  birthDate: string | null;
  stateOfOrigin: string | null;
  /** First day (of the first enrolment, else the admission) and last day. */
  attendedFrom: string | null;
  attendedUntil: string;
  lastClass: string | null;
  lastBatch: string | null;
  session: string | null;
  program: string | null;
  reason: string;
  destination: string | null;
  place: string | null;
}
