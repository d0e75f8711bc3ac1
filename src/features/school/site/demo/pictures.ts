import { collegeLogo, schoolLogo } from './logos.ts';
import { collegePortraits, schoolPortraits } from './portraits.ts';
import { assembly } from './scenes/assembly.ts';
import { campus } from './scenes/campus.ts';
import { choir } from './scenes/choir.ts';
import { classroom } from './scenes/classroom.ts';
import { computers, programming } from './scenes/computer-room.ts';
import { culturalDay } from './scenes/cultural-day.ts';
import { dyeing } from './scenes/dyeing.ts';
import { fair } from './scenes/fair.ts';
import { farm } from './scenes/farm.ts';
import { football } from './scenes/football.ts';
import { graduation } from './scenes/graduation.ts';
import { laboratory } from './scenes/laboratory.ts';
import { lecture } from './scenes/lecture.ts';
import { library } from './scenes/library.ts';
import { office } from './scenes/office.ts';
import { relay } from './scenes/relay.ts';
import { shade } from './scenes/shade.ts';
import { workshop } from './scenes/workshop.ts';

/** Draws it as SVG. */
export type Drawing = () => string;

/** Every drawing of the two sites, by name. */
export const drawings: Record<string, Drawing> = {
  assembly,
  choir,
  classroom,
  computers,
  culturalDay,
  dyeing,
  farm,
  football,
  laboratory,
  library,
  office,
  campus,
  fair,
  graduation,
  lecture,
  programming,
  relay,
  shade,
  workshop,
  ...schoolPortraits,
  ...collegePortraits,
};

export const logos: Record<string, Drawing> = { schoolLogo, collegeLogo };
