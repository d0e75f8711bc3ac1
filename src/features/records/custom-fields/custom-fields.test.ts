import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { customFieldOptions, customFields, customValues } from './custom-fields.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ilorin = world.school.ilorin.id;
});
afterAll(() => world?.close());

interface Edited {
  id: number;
  label: string;
  isUsed: boolean;
  options: { id: number; label: string; isRetired: boolean }[];
}
interface Editor {
  fields: Edited[];
  retired: { id: number; label: string }[];
  opened: object;
}

const editor = async (browser = registrar, entity = 'student') =>
  (await browser.page(`/custom-fields?entity=${entity}`)).props as Editor;

/** A field as the form sends it back. */
const asSent = ({ id, options, ...field }: Edited, at: number) => ({
  ...field,
  id: String(id),
  position: String(at + 1),
  isRequired: (field as { isRequired?: boolean }).isRequired ? 'true' : undefined,
  options: Object.fromEntries(
    options
      .filter(({ isRetired }) => !isRetired)
      .map((option, place) => [option.id, { id: String(option.id), label: option.label, position: String(place + 1) }]),
  ),
});
const allAsSent = (fields: Edited[]) => Object.fromEntries(fields.map((field, at) => [field.id, asSent(field, at)]));

let clock = 1_763_000_000_000;
/** New records come under numbers made from the time. */
const newKey = () => String((clock += 1));
const newField = (label: string, type: string, more: object = {}) => ({
  label,
  type,
  help: '',
  group: 'general',
  position: '99',
  _destroy: '',
  ...more,
});
const newOptions = (...labels: string[]) =>
  Object.fromEntries(labels.map((label, at) => [newKey(), { label, position: String(at + 1), _destroy: '' }]));

/** A form that was opened just now, unless the test says what it was opened with. */
const save = (fields: object, browser = registrar, entity = 'student', opened?: object) =>
  browser.post('/custom-fields', { institutionId: String(ilorin), entity, fields, ...(opened && { opened }) });
/** Adds fields to those there are, and gives all of them by their names. */
async function add(fields: object, entity = 'student') {
  const { fields: there } = await editor(registrar, entity);
  const answer = await save({ ...allAsSent(there), ...fields }, registrar, entity);
  expect(answer.statusCode, answer.body).toBe(303);
  return byLabel((await editor(registrar, entity)).fields);
}
const byLabel = (fields: Edited[]) => Object.fromEntries(fields.map((field) => [field.label, field]));
const lastEntry = async () => {
  const rows = await world.database.asSystem([ilorin], (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.institutionId, ilorin)).orderBy(auditEntries.id),
  );
  return rows.at(-1)!;
};

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const ngozi = () => world.school.ilorin.studentIds['Ngozi Okafor'];
const record = { surname: 'Obi', firstName: 'Ada', admissionNumber: '' };
async function edit(studentId: number, custom: object, browser = registrar) {
  const { student } = (await registrar.page(`/students/${studentId}/edit`)).props;
  const { surname, firstName, admissionNumber, phone, email } = student as typeof record & Record<string, unknown>;
  return browser.post(`/students/${studentId}`, { surname, firstName, admissionNumber, phone, email, custom });
}
const ownOf = async (studentId: number, browser = registrar) =>
  (await browser.page(`/students/${studentId}`)).props.own as {
    fields: { id: number; label: string }[];
    values: Record<string, unknown>;
  };
const listed = async (query: string, browser = registrar) =>
  ((await browser.page(`/students?${query}`)).props.rows as { surname: string }[]).map(({ surname }) => surname);

/** A form with one file in it, as a browser sends it. */
function upload(browser: Browser, url: string, content: Buffer, name = 'card.pdf') {
  const boundary = 'zq';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
  return browser.send({
    method: 'POST',
    url,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
  });
}

describe('definitions', () => {
  test('3.12 9.16 fields and their choices are nested records under ids from the time, saved together with one entry', async () => {
    const [houseKey, busKey] = [newKey(), newKey()];
    const { House, 'Uses the bus': bus } = await add({
      [houseKey]: newField('House', 'choice', { position: '2', options: newOptions('Niger', 'Benue', 'Kaduna') }),
      [busKey]: newField('Uses the bus', 'yes_no', { position: '1' }),
    });
    expect(House!.options.map(({ label }) => label)).toEqual(['Niger', 'Benue', 'Kaduna']);
    expect((await editor()).fields.map(({ label }) => label)).toEqual(['Uses the bus', 'House']);
    expect(bus!.options).toEqual([]);
    expect(await lastEntry()).toMatchObject({
      action: 'customFields.edit',
      summary: 'custom fields of students: added Uses the bus, House',
    });
  });

  test('3.12 4.20 a removed field is archived with its values, and restored with them', async () => {
    const { Nickname } = await add({ [newKey()]: newField('Nickname', 'text') });
    expect((await edit(ada(), { [Nickname!.id]: 'Star' })).statusCode).toBe(303);
    const { fields } = await editor();
    await save({ ...allAsSent(fields), [Nickname!.id]: { id: String(Nickname!.id), _destroy: '1' } });
    expect(await lastEntry()).toMatchObject({ summary: 'custom fields of students: archived Nickname' });
    expect((await ownOf(ada())).fields.map(({ label }) => label)).not.toContain('Nickname');
    expect((await editor()).retired.map(({ label }) => label)).toEqual(['Nickname']);

    expect((await registrar.post(`/custom-fields/${Nickname!.id}/restore`)).statusCode).toBe(303);
    expect((await ownOf(ada())).values[Nickname!.id]).toBe('Star');
    expect((await editor()).fields.at(-1)!.label).toBe('Nickname');
    expect(await lastEntry()).toMatchObject({ summary: 'custom fields of students: restored Nickname' });
  });

  test('3.12 a removed choice that is in use stays where it is used, is no longer offered, and can be restored', async () => {
    const { Club } = await add({ [newKey()]: newField('Club', 'choice', { options: newOptions('Chess', 'Drama') }) });
    const [chess, drama] = Club!.options;
    await edit(ada(), { [Club!.id]: String(chess!.id) });
    const sent = allAsSent((await editor()).fields);
    const club = sent[Club!.id]!;
    const without = { ...club.options, [chess!.id]: { id: String(chess!.id), _destroy: '1' } };
    expect((await save({ ...sent, [Club!.id]: { ...club, options: without } })).statusCode).toBe(303);
    expect((await lastEntry()).details).toMatchObject({
      changed: { Club: { choices: { from: 'Chess; Drama', to: 'Drama' } } },
    });
    expect((await ownOf(ada())).values[Club!.id]).toEqual([chess!.id]);
    // She keeps it; another is refused.
    expect((await edit(ada(), { [Club!.id]: String(chess!.id) })).statusCode).toBe(303);
    const refused = await edit(ngozi(), { [Club!.id]: String(chess!.id) });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { [`custom.${Club!.id}`]: 'Choose Club from the list.' },
    ]);

    const now = allAsSent((await editor()).fields);
    const back = { ...now[Club!.id]!.options, [chess!.id]: { id: String(chess!.id), back: 'true' } };
    await save({ ...now, [Club!.id]: { ...now[Club!.id], options: back } });
    expect((await edit(ngozi(), { [Club!.id]: String(chess!.id) })).statusCode).toBe(303);
    expect(drama).toBeDefined();
  });

  test('every invalid field is reported at once, each in its own block, and nothing is saved', async () => {
    const before = (await editor()).fields;
    const [one, two, three, four, option] = [newKey(), newKey(), newKey(), newKey(), newKey()];
    const answer = await save({
      ...allAsSent(before),
      [one]: newField('Surname', 'text'),
      [two]: newField('house', 'number'),
      [three]: newField('Colour', 'choice'),
      [four]: newField('Sport', 'multi_choice', { options: { [option]: { label: 'Judo; boxing', position: '1' } } }),
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({
      [`fields.${one}.label`]: 'Surname is a built-in field. Choose a different name.',
      [`fields.${two}.label`]: 'A field named House already exists. Choose a different name.',
      [`fields.${three}.type`]: 'Add at least one choice to Colour.',
      [`fields.${four}.options.${option}.label`]: 'Remove the semicolon: it separates choices in files.',
    });
    expect((await editor()).fields).toEqual(before);
    const blank = await save({ [one]: newField(' ', '') });
    expect(Object.keys(blank.json().errors).toSorted()).toEqual([`fields.${one}.label`, `fields.${one}.type`]);
  });

  test('the type of a field with values stays, and so does a restricted group', async () => {
    const { Height, Diet } = await add({
      [newKey()]: newField('Height', 'number'),
      [newKey()]: newField('Diet', 'text', { group: 'health' }),
    });
    await edit(ada(), { [Height!.id]: '151.5', [Diet!.id]: 'No nuts' });
    const sent = allAsSent((await editor()).fields);
    const answer = await save({
      ...sent,
      [Height!.id]: { ...sent[Height!.id], type: 'text' },
      [Diet!.id]: { ...sent[Diet!.id], group: 'general' },
    });
    expect(answer.json().errors).toEqual({
      [`fields.${Height!.id}.type`]: expect.stringMatching(/^Height already has values/),
      [`fields.${Diet!.id}.group`]: expect.stringMatching(/^Diet already has values restricted to “Health”/),
    });
    // Without values both may change.
    await edit(ada(), { [Height!.id]: '', [Diet!.id]: '' });
    const again = allAsSent((await editor()).fields);
    const changed = await save({
      ...again,
      [Height!.id]: { ...again[Height!.id], type: 'text' },
      [Diet!.id]: { ...again[Diet!.id], group: 'private' },
    });
    expect(changed.statusCode, changed.body).toBe(303);
  });

  test('when a field becomes restricted, the log hides its past values from readers without access to the group', async () => {
    const { Scars } = await add({ [newKey()]: newField('Scars', 'text') });
    await edit(ada(), { [Scars!.id]: 'Left knee' });
    const ict = await world.as('ict_administrator');
    const log = async (browser: Browser, path: string) => JSON.stringify((await browser.page(path)).props);
    expect(await log(ict, `/audit?subject=student:${ada()}`)).toContain('Left knee');
    const sent = allAsSent((await editor()).fields);
    await save({ ...sent, [Scars!.id]: { ...sent[Scars!.id], group: 'health' } });
    for (const path of [`/audit?subject=student:${ada()}`, `/students/${ada()}/history`])
      expect(await log(ict, path)).not.toContain('Left knee');
    expect(await log(await world.as('principal'), `/students/${ada()}/history`)).toContain('Left knee');
  });

  test('concurrent edits lose nothing: what one user did not change stays as the other saved it', async () => {
    const { Bed } = await add({ [newKey()]: newField('Bed', 'text') });
    const { fields: context, opened } = await editor();
    // Meanwhile somebody renames one field and adds another.
    const other = await world.as('ict_administrator');
    const sent = allAsSent(context);
    const renamed = { ...sent[Bed!.id], label: 'Bed number' };
    await save({ ...sent, [Bed!.id]: renamed, [newKey()]: newField('Locker', 'text') }, other);
    // Saving what was loaded before changes neither, and another property of the same field is no question.
    const more = { ...sent, [Bed!.id]: { ...sent[Bed!.id], help: 'As on the door' } };
    const saved = await save({ ...more, [newKey()]: newField('Shoe size', 'number') }, registrar, 'student', opened);
    expect(saved.statusCode, saved.body).toBe(303);
    const { 'Bed number': bed, ...fields } = byLabel((await editor()).fields);
    expect(bed).toMatchObject({ id: Bed!.id, help: 'As on the door' });
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['Locker', 'Shoe size']));
    expect(fields).not.toHaveProperty('Bed');
  });

  test('the second of two who change the same field of the form is asked what to keep, with who and when', async () => {
    const houses = newOptions('Oyun', 'Asa');
    const made = { [newKey()]: newField('Hall', 'choice', { options: houses }), [newKey()]: newField('Row', 'text') };
    const { Hall, Row } = await add(made);
    const { fields, opened } = await editor();
    const sent = allAsSent(fields);
    const [oyun, asa] = Hall!.options.map(({ id }) => id) as [number, number];
    const hall = (label: string, choice: string) => ({
      ...sent[Hall!.id],
      label,
      options: { ...sent[Hall!.id]!.options, [oyun]: { id: oyun, label: choice, position: '1' } },
    });
    const other = await world.as('ict_administrator');
    const theirs = { ...sent, [Hall!.id]: hall('Hall of residence', 'Oyun River') };
    expect((await save({ ...theirs, [Row!.id]: { id: Row!.id, _destroy: '1' } }, other)).statusCode).toBe(303);

    const context = {
      ...sent,
      [Hall!.id]: hall('Hostel', 'Oyun House'),
      [Row!.id]: { ...sent[Row!.id], label: 'Line' },
    };
    const asked = await save(context, registrar, 'student', opened);
    expect(asked.statusCode).toBe(409);
    const by = { person: 'The ict_administrator (ict_administrator)', isYou: false, at: expect.any(String) };
    const place = `fields.${Hall!.id}`;
    expect(asked.json().conflicts).toEqual([
      {
        field: `${place}.label`,
        label: 'Hall of residence: name',
        value: 'Hall of residence',
        theirs: 'Hall of residence',
        yours: 'Hostel',
        by,
      },
      {
        field: `${place}.options.${oyun}`,
        label: 'Hall of residence: choice Oyun River',
        value: { id: oyun, label: 'Oyun River', position: 1 },
        theirs: 'Oyun River',
        yours: 'Oyun House',
        by,
      },
      { field: `fields.${Row!.id}`, label: 'Row', value: null, theirs: 'Removed', yours: 'Line · Text', by },
    ]);
    // Nothing was written. Their name, our choice, and the removed field is restored.
    expect(byLabel((await editor()).fields)['Hall of residence']!.options[0]!.label).toBe('Oyun River');
    const now = (await editor()).opened;
    const answered = { ...context, [Hall!.id]: hall('Hall of residence', 'Oyun House') };
    expect((await save(answered, registrar, 'student', now)).statusCode).toBe(303);
    const after = byLabel((await editor()).fields);
    expect(after['Hall of residence']!.options.map(({ id, label }) => [id, label])).toEqual([
      [oyun, 'Oyun House'],
      [asa, 'Asa'],
    ]);
    expect(after['Line']).toMatchObject({ id: Row!.id });
    expect(await lastEntry()).toMatchObject({ summary: expect.stringContaining('restored Line') });
  });

  test('who removes a field or a choice that someone else has changed is asked; two who add choices both do', async () => {
    const { Team } = await add({ [newKey()]: newField('Team', 'choice', { options: newOptions('Red', 'Blue') }) });
    const { fields, opened } = await editor();
    const sent = allAsSent(fields);
    const [red, blue] = Team!.options.map(({ id }) => id) as [number, number];
    const team = (options: object) => ({
      ...sent,
      [Team!.id]: { ...sent[Team!.id], options: { ...sent[Team!.id]!.options, ...options } },
    });
    const other = await world.as('ict_administrator');
    const [green] = Object.entries(newOptions('Green'));
    const theirs = team({ [blue]: { id: blue, label: 'Navy', position: '2' }, [green![0]]: green![1] });
    expect((await save(theirs, other)).statusCode).toBe(303);
    const gone = await save(team({ [blue]: { id: blue, _destroy: '1' } }), registrar, 'student', opened);
    expect(gone.json().conflicts).toMatchObject([{ label: 'Team: choice Navy', theirs: 'Navy', yours: 'Removed' }]);
    const whole = { ...sent, [Team!.id]: { id: Team!.id, _destroy: '1' } };
    const dropped = await save(whole, registrar, 'student', opened);
    expect(dropped.json().conflicts).toMatchObject([
      { label: 'Team', theirs: expect.stringContaining('Red, Navy, Green'), yours: 'Removed' },
    ]);
    const twice = await save(team(newOptions('Green')), registrar, 'student', opened);
    expect(Object.values(twice.json().errors)).toEqual(['Green appears twice in this list. Remove one.']);
    const added = team({ ...newOptions('White'), [red]: { id: red, _destroy: '1' } });
    expect((await save(added, registrar, 'student', opened)).statusCode).toBe(303);
    const now = byLabel((await editor()).fields)['Team']!.options.filter(({ isRetired }) => !isRetired);
    expect(now.map(({ label }) => label).toSorted()).toEqual(['Green', 'Navy', 'White']);
  });

  test('an old form neither brings a retired field back, nor drops a new one, nor undoes an order', async () => {
    await add(Object.fromEntries(['Hymn number', 'Tent', 'Bell'].map((label) => [newKey(), newField(label, 'text')])));
    const { fields: old, opened } = await editor();
    const other = await world.as('ict_administrator');
    const gone = old.at(-1)!;
    const moved = [old[1]!, old[0]!, ...old.slice(2, -1)];
    const sent = { ...allAsSent(moved), [gone.id]: { id: String(gone.id), _destroy: '1' } };
    expect((await save({ ...sent, [newKey()]: newField('Torch', 'text') }, other)).statusCode).toBe(303);
    const now = (await editor()).fields.map(({ label }) => label);
    expect(now).toEqual([...moved.map(({ label }) => label), 'Torch']);
    const late = { ...allAsSent(old), [newKey()]: newField('Stool', 'text') };
    expect((await save(late, registrar, 'student', opened)).statusCode).toBe(303);
    expect((await editor()).fields.map(({ label }) => label).toSorted()).toEqual([...now, 'Stool'].toSorted());
    expect((await editor()).fields.map(({ label }) => label).slice(0, moved.length)).toEqual(now.slice(0, -1));
  });

  test('the order in the form is the order everywhere, and two fields can swap their names', async () => {
    const { fields } = await editor();
    const [first, second, ...rest] = fields as [Edited, Edited, ...Edited[]];
    const swapped = [{ ...second, label: first.label }, { ...first, label: second.label }, ...rest];
    expect((await save(allAsSent(swapped))).statusCode).toBe(303);
    expect((await editor()).fields.map(({ id, label }) => [id, label]).slice(0, 2)).toEqual([
      [second.id, first.label],
      [first.id, second.label],
    ]);
    expect((await lastEntry()).summary).toMatch(/changed the order/);
    const [now, then, ...others] = (await editor()).fields as [Edited, Edited, ...Edited[]];
    const back = await save(allAsSent([{ ...then, label: now.label }, { ...now, label: then.label }, ...others]));
    expect(back.statusCode).toBe(303);
    expect((await editor()).fields).toEqual(fields);
  });

  test('fields of another institution and choices of another field are not found', async () => {
    const foreign = await world.database.asSystem([world.school.offa.id], async (tx) => {
      const [field] = await tx
        .insert(customFields)
        .values({ institutionId: world.school.offa.id, entity: 'student', label: 'Matric', type: 'text' })
        .returning({ id: customFields.id });
      return field!.id;
    });
    const sent = allAsSent((await editor()).fields);
    const stolen = { ...newField('Mine', 'text'), id: String(foreign) };
    expect((await save({ ...sent, [foreign]: stolen })).statusCode).toBe(404);
    expect((await registrar.post(`/custom-fields/${foreign}/restore`)).statusCode).toBe(404);
    expect((await save({ ...sent, [foreign]: { id: String(foreign), _destroy: '1' } })).statusCode).toBe(404);
    const { House, Club } = byLabel((await editor()).fields);
    const house = sent[House!.id]!;
    const borrowed = { ...house.options, 1: { id: String(Club!.options[0]!.id), label: 'X', position: '9' } };
    expect((await save({ ...sent, [House!.id]: { ...house, options: borrowed } })).statusCode).toBe(404);
    expect((await (await world.as('bursar')).get('/custom-fields')).statusCode).toBe(403);
  });
});

describe('values', () => {
  test('each type accepts valid values and refuses others with a message, all at once', async () => {
    const {
      Motto,
      Weight,
      Baptised,
      Sports,
      'Has a pass': pass,
    } = await add({
      [newKey()]: newField('Motto', 'text'),
      [newKey()]: newField('Weight', 'number'),
      [newKey()]: newField('Baptised', 'date'),
      [newKey()]: newField('Sports', 'multi_choice', { options: newOptions('Football', 'Judo', 'Chess') }),
      [newKey()]: newField('Has a pass', 'yes_no'),
    });
    const wrong = await edit(ada(), {
      [Motto!.id]: 'x'.repeat(2001),
      [Weight!.id]: 'heavy',
      [Baptised!.id]: '2026-02-30',
      [Sports!.id]: ['', '999999'],
      [pass!.id]: 'perhaps',
    });
    expect(wrong.json().errors).toEqual({
      [`custom.${Motto!.id}`]: 'Motto can have up to 2000 characters.',
      [`custom.${Weight!.id}`]: 'Weight must be a number, such as 12 or 12.5.',
      [`custom.${Baptised!.id}`]: 'Baptised must be a valid date, such as 20/11/2026.',
      [`custom.${Sports!.id}`]: 'Choose Sports from the list.',
      [`custom.${pass!.id}`]: 'Choose yes or no for Has a pass.',
    });
    const [football, judo] = Sports!.options.map(({ id }) => id);
    const values = {
      [Motto!.id]: ' <b>Onward</b> ',
      [Weight!.id]: '1,042.50',
      [Baptised!.id]: '2014-04-20',
      [Sports!.id]: ['', String(judo), String(football)],
      [pass!.id]: 'no',
    };
    expect((await edit(ada(), values)).statusCode).toBe(303);
    expect((await ownOf(ada())).values).toMatchObject({
      [Motto!.id]: '<b>Onward</b>',
      [Weight!.id]: 1042.5,
      [Baptised!.id]: '2014-04-20',
      [Sports!.id]: [football, judo],
      [pass!.id]: false,
    });
    expect((await lastEntry()).details).toMatchObject({
      changes: { Sports: { from: null, to: 'Football; Judo' }, 'Has a pass': { from: null, to: 'No' } },
    });
    // The same again changes nothing and writes nothing down; an emptied one is gone.
    const entry = await lastEntry();
    await edit(ada(), values);
    expect((await lastEntry()).id).toBe(entry.id);
    await edit(ada(), { [Sports!.id]: [''] });
    expect((await ownOf(ada())).values).not.toHaveProperty(String(Sports!.id));
    expect((await ownOf(ada())).values).toHaveProperty(String(Motto!.id));
  });

  test('a required field is asked of a new student and cannot be emptied; an older form that does not know it goes through', async () => {
    const { Emblem } = await add({ [newKey()]: newField('Emblem', 'text', { isRequired: 'true' }) });
    const student = { institutionId: ilorin, surname: 'Sule', firstName: 'Hauwa' };
    const missing = await registrar.post('/students', student);
    expect([missing.statusCode, missing.json().errors]).toEqual([
      422,
      { [`custom.${Emblem!.id}`]: 'Emblem is required.' },
    ]);
    expect(await listed('q=sule')).toEqual([]);
    const made = await registrar.post('/students', { ...student, custom: { [Emblem!.id]: 'Lion' } });
    expect(made.statusCode).toBe(303);
    const id = Number(/\d+$/.exec(String(made.headers.location))![0]);
    expect((await ownOf(id)).values[Emblem!.id]).toBe('Lion');
    expect((await edit(id, { [Emblem!.id]: '' })).json().errors).toEqual({
      [`custom.${Emblem!.id}`]: 'Emblem is required.',
    });
    expect((await edit(ada(), {})).statusCode).toBe(303);
    const { fields } = await editor();
    await save({ ...allAsSent(fields), [Emblem!.id]: { id: String(Emblem!.id), _destroy: '1' } });
  });

  test('the list loads values separately, and is filtered by every type', async () => {
    const { House, Motto, Weight, Baptised, 'Uses the bus': bus } = byLabel((await editor()).fields);
    const [niger, benue] = House!.options.map(({ id }) => id);
    await edit(ada(), { [House!.id]: String(niger), [bus!.id]: 'yes', [Weight!.id]: '40' });
    await edit(ngozi(), { [House!.id]: String(benue), [bus!.id]: 'no', [Weight!.id]: '55', [Motto!.id]: 'Ọmọ rere' });
    const { body } = await registrar.get(
      `/students/custom-values?ids=${ada()},${ngozi()}&fields=${House!.id},${Weight!.id}`,
    );
    const { rows } = JSON.parse(body) as { rows: { personId: number; fieldId: number; text: string }[] };
    expect(rows.toSorted((a, b) => a.personId - b.personId || a.fieldId - b.fieldId)).toEqual([
      { personId: ada(), fieldId: House!.id, text: 'Niger' },
      { personId: ada(), fieldId: Weight!.id, text: '40' },
      { personId: ngozi(), fieldId: House!.id, text: 'Benue' },
      { personId: ngozi(), fieldId: Weight!.id, text: '55' },
    ]);
    expect(await listed(`custom.${House!.id}=${niger}`)).toEqual(['Obi']);
    expect(await listed(`custom.${bus!.id}=no`)).toEqual(['Okafor']);
    expect(await listed(`custom.${Weight!.id}=41..60`)).toEqual(['Okafor']);
    expect(await listed(`custom.${Weight!.id}=40`)).toEqual(['Obi']);
    expect(await listed(`custom.${Motto!.id}=OMO`)).toEqual(['Okafor']);
    expect(await listed(`custom.${Motto!.id}=%25`)).toEqual([]);
    expect(await listed(`custom.${Baptised!.id}.from=2014-05-01&custom.${Baptised!.id}.to=2014-12-31`)).toEqual([]);
    await edit(ada(), { [Baptised!.id]: '2014-04-20' });
    expect(await listed(`custom.${Baptised!.id}.from=2014-01-01&custom.${Baptised!.id}.to=2014-12-31`)).toEqual([
      'Obi',
    ]);
    expect(await listed(`custom.${House!.id}=${niger}&custom.${bus!.id}=no`)).toEqual([]);
    expect(await listed(`custom.${House!.id}=${niger}&q=ob`)).toEqual(['Obi']);
    // Whatever is asked stays a question.
    for (const odd of ["'; drop table students", '2026-99-99', '9'.repeat(40), '..', '\\'])
      expect(await listed(`custom.${House!.id}=${encodeURIComponent(odd)}`)).toEqual([]);
    expect((await registrar.get('/students/custom-values?ids=x&fields=1')).statusCode).toBe(400);
  });
});

describe('visibility by group', () => {
  let health: Edited;
  let paper: Edited;
  let teacher: Browser;
  const pdf = Buffer.from('%PDF-1.7\nnothing much');
  beforeAll(async () => {
    const made = await add({
      [newKey()]: newField('Allergies', 'text', { group: 'health' }),
      [newKey()]: newField('Health card', 'file', { group: 'health' }),
    });
    health = made['Allergies']!;
    paper = made['Health card']!;
    teacher = await world.as('teacher');
    const sent = await upload(registrar, `/students/custom-fields/${paper.id}/file`, pdf);
    expect(sent.statusCode, sent.body).toBe(200);
    const saved = await edit(ngozi(), { [health.id]: 'Groundnuts', [paper.id]: String(sent.json().id) });
    expect(saved.statusCode, saved.body).toBe(303);
  });

  test('a teacher sees a health field by no address: profile, list, column, filter, file, form', async () => {
    const profile = await teacher.page(`/students/${ngozi()}`);
    expect(JSON.stringify(profile.props)).not.toMatch(/Allergies|Groundnuts|Health card/);
    const list = await teacher.page('/students', { component: 'students/student-list', props: ['choices', 'rows'] });
    expect(JSON.stringify(list.props)).not.toMatch(/Allergies|Groundnuts|Health card/);
    expect(list.props.choices.own.map(({ label }: Edited) => label)).toContain('House');
    for (const browser of [teacher, registrar]) {
      const { body } = await browser.get(`/students/custom-values?ids=${ngozi()}&fields=${health.id},${paper.id}`);
      expect(JSON.parse(body)).toEqual({ rows: [] });
      expect(await listed(`custom.${health.id}=nuts`, browser)).toEqual([]);
    }
    expect((await teacher.get(`/students/${ngozi()}/custom-fields/${paper.id}/file`)).statusCode).toBe(404);
    expect((await teacher.get(`/students/${ngozi()}/edit`)).statusCode).toBe(403);
    expect((await upload(teacher, `/students/custom-fields/${paper.id}/file`, pdf)).statusCode).toBe(403);
  });

  test('an editor without access to health data leaves it unchanged and cannot write it', async () => {
    const role = world.school.ilorin.roleIds.registrar;
    const owner = await world.as('owner');
    const permissions = (await owner.page(`/roles/${role}`)).props.role.permissions as string[];
    const without = permissions.filter((one) => one !== 'students.viewHealth');
    const { name } = (await owner.page(`/roles/${role}`)).props.role;
    expect((await owner.post(`/roles/${role}`, { name, permissions: without })).statusCode).toBe(303);
    const form = (await registrar.page(`/students/${ngozi()}/edit`)).props;
    expect(JSON.stringify([form.fields, form.values])).not.toMatch(/Allergies|Groundnuts/);
    expect((await edit(ngozi(), { [health.id]: '', [paper.id]: '' })).statusCode).toBe(303);
    await owner.post(`/roles/${role}`, { name, permissions });
    const { values } = (await registrar.page(`/students/${ngozi()}/edit`)).props;
    expect(values[health.id]).toBe('Groundnuts');
  });

  test('a file can be downloaded by users with access to its group, which is logged, and the audit log has no health data', async () => {
    const url = `/students/${ngozi()}/custom-fields/${paper.id}/file`;
    const answer = await registrar.get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, pdf.toString()]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''card.pdf",
      'cache-control': 'private, no-store',
    });
    const ict = await world.as('ict_administrator');
    for (const body of [
      JSON.stringify((await ict.page('/audit')).props),
      JSON.stringify((await ict.page(`/students/${ngozi()}/history`)).props),
      (await ict.get('/audit/export.csv')).body,
    ]) {
      expect(body).toContain('Allergies');
      expect(body).not.toContain('Groundnuts');
    }
    const { rows } = await world.database.asSystem([ilorin], (tx) =>
      tx.execute(`select field_group, place, person from read_log where subject_id = ${ngozi()} and place = 'file'`),
    );
    expect(rows).toEqual([{ field_group: 'health', place: 'file', person: 'The registrar' }]);
    // A guardian of another child, and a stranger of another school.
    expect((await (await world.as('guardian')).get(url)).statusCode).toBe(404);
    expect((await (await world.as('registrar.offa')).get(url)).statusCode).toBe(404);
  });

  test('the history shows a custom field’s values to users with access to its group, which is logged', async () => {
    const principal = await world.as('principal');
    const { history } = (await principal.page(`/students/${ngozi()}/history`)).props;
    const told = history.map(({ details }: { details: { changes?: object } }) => details.changes ?? {});
    expect(told).toContainEqual(
      expect.objectContaining({
        Allergies: { from: null, to: 'Groundnuts' },
        'Health card': { from: null, to: 'card.pdf' },
      }),
    );
    const { rows } = await world.database.asSystem([ilorin], (tx) =>
      tx.execute(`select field_group, place from read_log where subject_id = ${ngozi()} and person = 'The principal'`),
    );
    expect(rows).toEqual([{ field_group: 'health', place: 'record' }]);
  });

  test('only a PDF or a picture is accepted, and nobody can save a file that someone else uploaded', async () => {
    const odd = await upload(registrar, `/students/custom-fields/${paper.id}/file`, Buffer.from('<script>'), 'a.pdf');
    expect([odd.statusCode, odd.json().errors.file]).toEqual([422, expect.stringMatching(/^This is not a PDF/)]);
    const owner = await world.as('owner');
    const sent = await upload(owner, `/students/custom-fields/${paper.id}/file`, pdf);
    const stolen = await edit(ada(), { [paper.id]: String(sent.json().id) });
    expect(stolen.json().errors).toEqual({
      [`custom.${paper.id}`]: 'The file for Health card wasn’t uploaded. Choose it again.',
    });
    expect((await edit(ada(), { [paper.id]: 'waiting' })).statusCode).toBe(422);
  });

  test('everyone can filter the list by category, only users with access by religion', async () => {
    expect(await listed('category=Boarding')).toEqual([]);
    expect(await listed('religion=Islam')).toEqual([]);
    expect((await teacher.get('/students?religion=Islam')).statusCode).toBe(403);
    expect((await (await world.as('ict_administrator')).get('/students/export.csv?religion=Islam')).statusCode).toBe(
      403,
    );
  });

  test('nothing that was defined is ever deleted', async () => {
    const [fields, options, values] = await world.database.asSystem([ilorin], (tx) =>
      Promise.all([
        tx.$count(customFields, and(eq(customFields.institutionId, ilorin), eq(customFields.label, 'Emblem'))),
        tx.$count(customFieldOptions, eq(customFieldOptions.label, 'Chess')),
        tx.$count(customValues, eq(customValues.textValue, 'Lion')),
      ]),
    );
    expect([fields, options, values]).toEqual([1, 2, 1]);
  });
});

describe('lists of employees and guardians', () => {
  const kinds = [
    ['employees', 'employee', 'hr_officer', { jobTitle: 'Teacher' }, 'employees/employee-list'],
    ['guardians', 'guardian', 'registrar', {}, 'guardians/guardian-list'],
  ] as const;

  test.each(kinds)('%s: custom fields are columns and filters of the list and of its file', async (...kind) => {
    const [people, entity, role, more, component] = kind;
    const clerk = await world.as(role);
    const { Badge, 'Skills of each': skills } = await add(
      {
        [newKey()]: newField('Badge', 'number'),
        [newKey()]: newField('Skills of each', 'multi_choice', { options: newOptions('Chess', 'First aid') }),
        [newKey()]: newField('Scars', 'text', { group: 'private' }),
      },
      entity,
    );
    const [chess, aid] = skills!.options.map(({ id }) => String(id));
    const idsBy: Record<string, number> = {};
    for (const [surname, custom] of [
      ['Zubair', { [Badge!.id]: '7', [skills!.id]: [chess, aid] }],
      ['Zitta', { [Badge!.id]: '19', [skills!.id]: [aid] }],
    ] as const) {
      const sent = { institutionId: ilorin, surname, firstName: 'Own', ...more, custom };
      const answer = await clerk.post(`/${people}`, sent);
      expect(answer.statusCode, answer.body).toBe(303);
      idsBy[surname] = Number(/\d+/.exec(String(answer.headers.location))![0]);
    }
    const found = async (query: string) =>
      ((await clerk.page(`/${people}?${query}`)).props.rows as { surname: string }[]).map(({ surname }) => surname);
    expect(await found(`custom.${Badge!.id}=5..10`)).toEqual(['Zubair']);
    expect(await found(`custom.${skills!.id}=${aid}`)).toEqual(['Zitta', 'Zubair']);
    expect(await found(`custom.${skills!.id}=${chess}&q=zit`)).toEqual([]);
    const late = await clerk.page(`/${people}`, { component, props: ['choices'] });
    const offered = late.props.choices.own as { id: number; label: string }[];
    expect(offered.map(({ label }) => label)).toEqual(expect.arrayContaining(['Badge', 'Skills of each']));
    expect(offered.map(({ label }) => label)).not.toContain('Scars');
    const asked = `ids=${idsBy['Zubair']},${idsBy['Zitta']}&fields=${Badge!.id},${skills!.id}`;
    const { rows } = (await clerk.get(`/${people}/custom-values?${asked}`)).json() as {
      rows: { personId: number; fieldId: number; text: string }[];
    };
    expect(rows.find((row) => row.personId === idsBy['Zubair'] && row.fieldId === skills!.id)!.text).toBe(
      'Chess; First aid',
    );
    expect(rows).toHaveLength(4);
    const file = await clerk.get(`/${people}/export.csv?columns=surname&custom.${Badge!.id}=7`);
    expect(file.body).toContain('Zubair');
    expect(file.body).not.toContain('Zitta');
    // Those of somebody else's school are neither listed nor told.
    const offa = await world.as('registrar.offa');
    expect((await offa.get(`/guardians/custom-values?${asked}`)).json()).toEqual({ rows: [] });
  });
});
