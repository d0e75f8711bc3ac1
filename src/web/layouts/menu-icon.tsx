import {
  IconBook,
  IconBriefcase,
  IconCalendar,
  IconCash,
  IconChartBar,
  IconClock,
  IconHome,
  IconMessage,
  IconReceiptTax,
  IconSchool,
  IconSettings,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconWorld,
  type Icon,
} from '#ui/icons.tsx';

const ICONS: Record<string, Icon> = {
  home: IconHome,
  users: IconUsers,
  briefcase: IconBriefcase,
  calendar: IconCalendar,
  cash: IconCash,
  clock: IconClock,
  user: IconUser,
  'user-plus': IconUserPlus,
  school: IconSchool,
  receipt: IconReceiptTax,
  message: IconMessage,
  chart: IconChartBar,
  world: IconWorld,
  settings: IconSettings,
};

/** The icon of a menu entry. */
export function MenuIcon({ name, size }: { name: string; size?: number }) {
  const Known = ICONS[name] ?? IconBook;
  return <Known size={size} />;
}
