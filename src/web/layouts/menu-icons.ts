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

export const menuIcon = (name: string): Icon => ICONS[name] ?? IconBook;
