import Atom from '@tabler/icons-react/dist/esm/icons/IconAtom.mjs';
import BallFootball from '@tabler/icons-react/dist/esm/icons/IconBallFootball.mjs';
import Bed from '@tabler/icons-react/dist/esm/icons/IconBed.mjs';
import Book from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import Books from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import Building from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import Bulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs';
import Bus from '@tabler/icons-react/dist/esm/icons/IconBus.mjs';
import Calculator from '@tabler/icons-react/dist/esm/icons/IconCalculator.mjs';
import Calendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import Certificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import Chalkboard from '@tabler/icons-react/dist/esm/icons/IconChalkboard.mjs';
import Code from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import DeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import Flask from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs';
import Heart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs';
import Language from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs';
import Microscope from '@tabler/icons-react/dist/esm/icons/IconMicroscope.mjs';
import Music from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs';
import Palette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs';
import Plant from '@tabler/icons-react/dist/esm/icons/IconPlant.mjs';
import School from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import ShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import Stethoscope from '@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs';
import Swimming from '@tabler/icons-react/dist/esm/icons/IconSwimming.mjs';
import Tools from '@tabler/icons-react/dist/esm/icons/IconTools.mjs';
import ToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs';
import Trophy from '@tabler/icons-react/dist/esm/icons/IconTrophy.mjs';
import Users from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import World from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import type { FeatureIcon as Name } from '../items/feature-icons.ts';

const drawings: Record<Name, typeof School> = {
  school: School,
  book: Book,
  books: Books,
  chalkboard: Chalkboard,
  certificate: Certificate,
  trophy: Trophy,
  microscope: Microscope,
  flask: Flask,
  atom: Atom,
  calculator: Calculator,
  code: Code,
  'device-laptop': DeviceLaptop,
  language: Language,
  music: Music,
  palette: Palette,
  'ball-football': BallFootball,
  swimming: Swimming,
  users: Users,
  heart: Heart,
  'shield-check': ShieldCheck,
  stethoscope: Stethoscope,
  tools: Tools,
  'tools-kitchen-2': ToolsKitchen2,
  bed: Bed,
  bus: Bus,
  building: Building,
  plant: Plant,
  bulb: Bulb,
  calendar: Calendar,
  world: World,
};

/** The icon of a feature; the school icon if the name is unknown. */
export function FeatureIcon({ name, size = 20 }: { name: string; size?: number }) {
  const Drawing = drawings[name as Name] ?? School;
  return <Drawing size={size} aria-hidden focusable={false} />;
}
