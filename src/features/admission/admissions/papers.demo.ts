import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { keepFile, recordStored, type Files } from '#kernel/files.ts';
import { applicationPapers } from './admissions.schema.ts';
import type { DemoApplication } from './applicants.demo.ts';

/** The papers of applications that were sent; one in nine lacks the second. */
export async function insertPapers(
  tx: Tx,
  institutionId: number,
  files: Files | null,
  made: DemoApplication[],
  isAdult: boolean,
): Promise<void> {
  if (!files) return;
  const wanted = made
    .filter(({ sentAt }) => sentAt !== null)
    .flatMap((person, at) => [
      { person, kind: 'birth-certificate', title: 'Birth certificate' },
      ...(at % 9 === 4 ? [] : [{ person, kind: 'last-result', title: isAdult ? 'O-level result' : 'School report' }]),
    ]);
  const contents = await Promise.all(wanted.map(({ person, title }) => drawPaper(person, title)));
  const actor = systemActor(institutionId, 'Demonstration');
  await recordStored(files, contents, async (stored) => {
    const rows = [];
    for (const [at, { person, kind }] of wanted.entries()) {
      const name = `${kind}.pdf`;
      const file = { ...stored[at]!, name, purpose: 'application', mediaType: 'application/pdf' };
      rows.push({
        institutionId,
        applicationId: person.id,
        kind,
        name,
        fileId: await keepFile(tx, actor, institutionId, file),
      });
    }
    await tx.insert(applicationPapers).values(rows);
  });
}

/** A page that says what it is, in the fonts that every reader has. */
function drawPaper({ firstName, surname, birthDate, answers }: DemoApplication, title: string): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A5', margin: 40 });
  // The built-in fonts know Latin letters without marks only.
  const latin = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^\x20-\x7e]/g, '');
  doc.fontSize(18).text(title, { align: 'center' }).moveDown();
  doc.fontSize(12).text(latin(`Name: ${firstName} ${surname}`));
  doc.text(`Date of birth: ${birthDate}`);
  for (const { name } of answers.schools ?? []) doc.text(latin(`School: ${name}`));
  doc.moveDown().fontSize(9).fillColor('#777777').text('Specimen of the demonstration');
  doc.end();
  return buffer(doc as unknown as NodeJS.ReadableStream);
}
