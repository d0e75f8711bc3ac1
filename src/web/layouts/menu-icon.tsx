import {
  IconBook,
  IconBriefcase,
  IconChartBar,
  IconHome,
  IconMessage,
  IconReceiptTax,
  IconSchool,
  IconSettings,
  IconUserPlus,
  IconUsers,
  IconWorld,
  type Icon,
} from '#ui/icons.tsx';

const ICONS: Record<string, Icon> = {
  home: IconHome,
  users: IconUsers,
  briefcase: IconBriefcase,
  'user-plus': IconUserPlus,
  school: IconSchool,
  receipt: IconReceiptTax,
  message: IconMessage,
  chart: IconChartBar,
  world: IconWorld,
  settings: IconSettings,
};

/** The icon that an entry of the menu names. */
export function MenuIcon({ name, size }: { name: string; size?: number }) {
  const Known = ICONS[name] ?? IconBook;
  return <Known size={size} />;
}
