import type { ComponentType, SVGProps } from 'react';
import AdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import AlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import ArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import ArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import ArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import Bell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import Book from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import Books from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import Briefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs';
import Building from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import Calendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import Cash from '@tabler/icons-react/dist/esm/icons/IconCash.mjs';
import ChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import Check from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import ChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import ChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import ChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import CircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import ClipboardList from '@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs';
import Clock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import Copy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import Database from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import Devices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import DeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import Dots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import Download from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import FileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import Filter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import GripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import Help from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import History from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import Home from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import InfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import LayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs';
import Logout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import Mail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import Menu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import Message from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import Moon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import Pencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import Photo from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import Phone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import Plus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import Printer from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import ReceiptTax from '@tabler/icons-react/dist/esm/icons/IconReceiptTax.mjs';
import Refresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import School from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import Search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import Settings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import ShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import Sun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import Trash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import Upload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import User from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import UserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import Users from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import World from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import X from '@tabler/icons-react/dist/esm/icons/IconX.mjs';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: number };
export type Icon = (props: IconProps) => React.ReactNode;

/** Makes an icon of the standard size and stroke, hidden from screen readers. Icons used by one page only are made there. */
export const icon = (Tabler: ComponentType<IconProps>): Icon =>
  function Icon({ size = 18, className, ...rest }) {
    return (
      <Tabler
        size={size}
        aria-hidden
        focusable={false}
        className={className ? `icon ${className}` : 'icon'}
        {...rest}
      />
    );
  };

export const IconAdjustmentsHorizontal = /* @__PURE__ */ icon(AdjustmentsHorizontal);
export const IconAlertTriangle = /* @__PURE__ */ icon(AlertTriangle);
export const IconArrowBackUp = /* @__PURE__ */ icon(ArrowBackUp);
export const IconArrowDown = /* @__PURE__ */ icon(ArrowDown);
export const IconArrowUp = /* @__PURE__ */ icon(ArrowUp);
export const IconBell = /* @__PURE__ */ icon(Bell);
export const IconBook = /* @__PURE__ */ icon(Book);
export const IconBooks = /* @__PURE__ */ icon(Books);
export const IconBriefcase = /* @__PURE__ */ icon(Briefcase);
export const IconBuilding = /* @__PURE__ */ icon(Building);
export const IconCalendar = /* @__PURE__ */ icon(Calendar);
export const IconCash = /* @__PURE__ */ icon(Cash);
export const IconChartBar = /* @__PURE__ */ icon(ChartBar);
export const IconCheck = /* @__PURE__ */ icon(Check);
export const IconChevronDown = /* @__PURE__ */ icon(ChevronDown);
export const IconChevronLeft = /* @__PURE__ */ icon(ChevronLeft);
export const IconChevronRight = /* @__PURE__ */ icon(ChevronRight);
export const IconCircleCheck = /* @__PURE__ */ icon(CircleCheck);
export const IconClipboardList = /* @__PURE__ */ icon(ClipboardList);
export const IconClock = /* @__PURE__ */ icon(Clock);
export const IconCopy = /* @__PURE__ */ icon(Copy);
export const IconDatabase = /* @__PURE__ */ icon(Database);
export const IconDevices = /* @__PURE__ */ icon(Devices);
export const IconDeviceDesktop = /* @__PURE__ */ icon(DeviceDesktop);
export const IconDots = /* @__PURE__ */ icon(Dots);
export const IconDownload = /* @__PURE__ */ icon(Download);
export const IconFileUpload = /* @__PURE__ */ icon(FileUpload);
export const IconFilter = /* @__PURE__ */ icon(Filter);
export const IconGripVertical = /* @__PURE__ */ icon(GripVertical);
export const IconHelp = /* @__PURE__ */ icon(Help);
export const IconHistory = /* @__PURE__ */ icon(History);
export const IconHome = /* @__PURE__ */ icon(Home);
export const IconInfoCircle = /* @__PURE__ */ icon(InfoCircle);
export const IconLayoutSidebar = /* @__PURE__ */ icon(LayoutSidebar);
export const IconLogout = /* @__PURE__ */ icon(Logout);
export const IconMail = /* @__PURE__ */ icon(Mail);
export const IconMenu2 = /* @__PURE__ */ icon(Menu2);
export const IconMessage = /* @__PURE__ */ icon(Message);
export const IconMoon = /* @__PURE__ */ icon(Moon);
export const IconPencil = /* @__PURE__ */ icon(Pencil);
export const IconPhoto = /* @__PURE__ */ icon(Photo);
export const IconPhone = /* @__PURE__ */ icon(Phone);
export const IconPlus = /* @__PURE__ */ icon(Plus);
export const IconPrinter = /* @__PURE__ */ icon(Printer);
export const IconReceiptTax = /* @__PURE__ */ icon(ReceiptTax);
export const IconRefresh = /* @__PURE__ */ icon(Refresh);
export const IconSchool = /* @__PURE__ */ icon(School);
export const IconSearch = /* @__PURE__ */ icon(Search);
export const IconSettings = /* @__PURE__ */ icon(Settings);
export const IconShieldCheck = /* @__PURE__ */ icon(ShieldCheck);
export const IconSun = /* @__PURE__ */ icon(Sun);
export const IconTrash = /* @__PURE__ */ icon(Trash);
export const IconUpload = /* @__PURE__ */ icon(Upload);
export const IconUser = /* @__PURE__ */ icon(User);
export const IconUserPlus = /* @__PURE__ */ icon(UserPlus);
export const IconUsers = /* @__PURE__ */ icon(Users);
export const IconWorld = /* @__PURE__ */ icon(World);
export const IconX = /* @__PURE__ */ icon(X);
