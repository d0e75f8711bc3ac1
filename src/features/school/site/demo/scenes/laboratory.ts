import { colour, each, put, rect, scene, times, veil } from '../paint.ts';
import { person, pupil } from '../people.ts';
import { flask, lamp, microscope, room, shelf, table, tubes } from '../rooms.ts';

export const laboratory = () =>
  scene(
    room('#dfe7e4', '#b98a5d', 600, [110], 270),
    shelf(1210, 110, 300, 3, 4),
    rect(440, 130, 640, 300, colour.white, 6),
    veil(
      0.9,
      each([0, 1, 2, 3, 4, 5, 6, 7], (at) =>
        times(4, (row) =>
          row === 0 && at > 1 && at < 6
            ? ''
            : rect(
                466 + at * 74,
                156 + row * 64,
                66,
                56,
                [colour.haze, '#f1d28c', '#9cc3a7', '#e0a689'][(at + row * 3) % 4]!,
                5,
              ),
        ),
      ),
    ),
    lamp(660, 0),
    pupil(520, 940, 640, 0, {
      wear: 'coat',
      top: colour.white,
      bottom: colour.school,
      trim: colour.sun,
      look: 0.7,
      glasses: true,
      hands: [-4, -58, 17, -62],
      holds: put(17, -58, 0.14, flask(0, 30, 1.1, colour.rose)),
    }),
    pupil(840, 940, 660, 3, {
      wear: 'coat',
      top: colour.white,
      bottom: colour.school,
      trim: colour.sun,
      look: -0.6,
      hands: [-18, -55, 14, -54],
    }),
    person(1130, 940, 700, {
      skin: 4,
      hair: 'hijab',
      headwear: colour.indigo,
      top: colour.white,
      wear: 'coat',
      bottom: colour.indigo,
      trim: colour.indigo,
      look: -0.8,
      hands: [-18, -56, 6, -58],
      mouth: 'smile',
      holds: '',
    }),
    table(800, 690, 1500, 300, colour.cream, '#b5835a'),
    times(
      5,
      (at) => rect(120 + at * 290, 740, 240, 170, '#a5744c', 6) + rect(210 + at * 290, 764, 60, 10, colour.cream, 5),
    ),
    microscope(300, 682, 1.2),
    flask(700, 682, 1.2, colour.teal),
    flask(780, 682, 0.9, colour.sun),
    tubes(960, 682, [colour.rose, colour.leaf, colour.indigo, colour.gold]),
    microscope(1380, 682, 1.2),
    flask(420, 682, 0.8, colour.leaf),
  );
