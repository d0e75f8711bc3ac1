import { deflateSync } from 'node:zlib';
import { pause, pick, type Desk } from './desk.ts';

/** Creates courses and class arms, and changes the logo: each changes what everybody's session may show. */
export async function build(desk: Desk) {
  for (let turn = 1; !desk.isOver(); turn += 1) {
    await createCourse(desk, turn);
    if (!desk.isOver()) await createBatch(desk, turn);
    if (!desk.isOver() && turn % 3 === 1) await changeLogo(desk, turn);
  }
}

async function createCourse({ clerk, school, notes, prefix }: Desk, turn: number) {
  const code = `${prefix}-${turn}`;
  const course = { institutionId: school.institutionId, code, title: `Course ${code}`, creditUnits: 2 };
  const answer = await clerk.post('/courses', course);
  if (!notes.note('course', code, answer)) await pause(answer);
}

async function createBatch({ clerk, school, notes, chance, prefix }: Desk, turn: number) {
  const name = `Arm ${prefix}-${turn}`;
  const answer = await clerk.post('/batches', {
    classId: pick(chance, school.classIds),
    sessionId: school.sessionId,
    arm: `${prefix}-${turn}`,
    name,
    capacity: 30,
    teacherIds: [school.teacherId],
  });
  if (!notes.note('batch', name, answer)) await pause(answer);
}

async function changeLogo({ clerk, school, notes, prefix }: Desk, turn: number) {
  const logo = { name: `logo-${prefix}-${turn}.png`, isAcknowledged: false, isDenied: false };
  notes.logos.push(logo);
  const form = new FormData();
  form.set('opened[logo]', logoOf(await clerk.get(`/institutions/${school.institutionId}/edit`)));
  form.set('logo', new Blob([picture(turn)], { type: 'image/png' }), logo.name);
  const answer = await clerk.post(`/institutions/${school.institutionId}/logo`, form);
  logo.isAcknowledged = notes.note('logo', logo.name, answer);
  logo.isDenied = notes.denied.get('logo')?.has(logo.name) ?? false;
}

/** The logo that the form of the settings shows. */
const logoOf = ({ body }: { body: string }) => /logoFileId(?:&quot;|"):(\d+)/.exec(body)?.[1] ?? '';

/** A PNG of 16 grey pixels, a little different for each number. */
function picture(shade: number): Uint8Array<ArrayBuffer> {
  const side = 4;
  const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 0, 0, 0, 0]);
  const rows = Buffer.concat(Array.from({ length: side }, () => Buffer.from([0, ...Array(side).fill(shade % 256)])));
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Uint8Array.from(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]));
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Buffer) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}
