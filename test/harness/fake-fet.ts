import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A program that behaves as fet-cl does, for tests where it is not installed. The name of the timetable decides how: it
 * finds everything, all but the last lesson, nothing, or searches until it is stopped.
 */
const program = `
const { readFileSync, writeFileSync, mkdirSync, existsSync } = require('node:fs');
const option = (name) => process.argv.find((one) => one.startsWith('--' + name + '=')).split('=').slice(1).join('=');
const output = option('outputdir');
const text = readFileSync(option('inputfile'), 'utf8');
const how = /<Institution_Name>(.*?)</.exec(text)[1];
const ids = [...text.matchAll(/<Id>(\\d+)</g)].map(([, id]) => Number(id));
const same = [...text.matchAll(/<ConstraintActivitiesSameStartingTime>.*?<\\/ConstraintActivitiesSameStartingTime>/gs)].map(([one]) => [...one.matchAll(/<Activity_Id>(\\d+)/g)].map(([, id]) => Number(id)));
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const log = (name, words) => { mkdirSync(output + '/logs', { recursive: true }); writeFileSync(output + '/logs/' + name, words); };
const result = (folder, count) => {
  mkdirSync(output + '/timetables/' + folder, { recursive: true });
  let slot = 0;
  const at = new Map();
  for (const id of ids) { const group = same.find((one) => one.includes(id)) ?? [id]; if (!at.has(group[0])) at.set(group[0], slot++); at.set(id, at.get(group[0])); }
  const places = ids.map((id, n) => {
    const where = at.get(id);
    const isPlaced = n < count;
    return '<Activity><Id>' + id + '</Id><Day>' + (isPlaced ? days[where % 5] : '') + '</Day><Hour>' + (isPlaced ? 'Period ' + (Math.floor(where / 5) + 1) : '') + '</Hour><Room></Room></Activity>';
  });
  writeFileSync(output + '/timetables/' + folder + '/timetable_activities.xml', '\\uFEFF<?xml version="1.0" encoding="UTF-8"?>\\n<Activities_Timetable>' + places.join('\\n') + '</Activities_Timetable>');
  writeFileSync(output + '/timetables/' + folder + '/timetable_soft_conflicts.txt', 'Time constraint teacher max hours daily broken for activity with id=' + ids[0] + ' (1 - A - B - C), increases conflicts total by 0.5\\n');
};
log('max_placed_activities.txt', 'At time 0 h 0 m 0 s, FET reached 1 activities placed\\n');
if (how === 'refused') {
  console.log('Title: FET warning\\nMessage: Cannot optimize for teacher Ada, because the number of hours is 20.\\nButton 0 text: Skip rest');
  log('result.txt', 'Cannot precompute - data is wrong - aborting');
} else if (how === 'part') {
  result('timetable-highest', ids.length - 1);
  log('difficult_activities.txt', 'Id: ' + ids.at(-1) + ' (1 - A)\\n----------\\nNo: 1, Id: ' + ids[0] + ' (1 - B)');
  log('result.txt', 'Starting timetable generation...\\nTime exceeded');
} else if (how === 'endless') {
  process.on('SIGTERM', () => { result('timetable-highest', 1); log('result.txt', 'Simulation interrupted'); process.exit(0); });
  setInterval(() => {}, 1000);
} else {
  result('timetable', ids.length);
  log('result.txt', 'Simulation successful');
}
`;

export async function fakeEngine(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'akada-fake-fet-'));
  const path = join(folder, 'fet-cl');
  await writeFile(path, `#!/usr/bin/env node\n${program}`);
  await chmod(path, 0o755);
  return path;
}
