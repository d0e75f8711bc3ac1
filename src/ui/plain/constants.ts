/** The constants and limits of the specification, each with its id. Import them; never repeat a value. */

// 2.3, 9.3: delay before the institution page reloads after an academic session is chosen
export const ACADEMIC_SESSION_RELOAD_MS = 800;
export const ACADEMIC_SESSION_PARAMETER = 'academic_session';

// 4.8, 9.15: the side navigation starts closed in a narrower window
export const SIDE_NAVIGATION_MIN_WIDTH = 767;
// 4.9, 9.15
export const BACK_TO_TOP_THRESHOLD = 200;
// 4.21, 9.15: the icon toggles the search form only up to this width
export const SEARCH_TOGGLE_MAX_WIDTH = 1150;
// 2.15, 9.15
export const SMOOTH_SCROLL_MS = 1000;

// 5.1, 9.5
export const PLACEHOLDER_OPTION = 'Please Select';
// 9.5: the program list spells it differently and is compared case-sensitively
export const PROGRAM_PLACEHOLDER_OPTION = 'Please select';
// 3.5, 4.18
export const REQUIRES_PIN = 'Requires Pin';

// 5.3
export const DATE_FIELD_FORMAT = 'yyyy-mm-dd';
export const DATE_PICKER_FORMAT = 'dd/mm/yyyy';
export const YEAR_FIELD_FORMAT = 'yyyy';
export const DATE_TIME_FORMAT = 'dd MM yyyy - HH:ii P';
export const DATE_TIME_START = '2013-02-14 10:00';
export const DATE_TIME_AUTO_CLOSE = true;
// 5.3, 9.6
export const DATE_TIME_MINUTE_STEP = 10;
// 5.4
export const DATE_PICKER_HIGHLIGHTS_TODAY = true;
export const DATE_PICKER_CLOSES_ON_PICK = true;

// 9.1
export const PAGE_CACHE_SIZE = 10;
// 9.2
export const PROGRESS_BAR_HEIGHT = 3;
export const PROGRESS_BAR_START_PERCENT = 5;
export const PROGRESS_BAR_SPEED_MS = 300;
// 9.4
export const HISTORY_DELAY_MS = 500;

// 9.7
export const CLOCK_TICK_MS = 1000;
export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

// 9.8
export const MULTI_SELECT_EMPTY = 'None selected';
export const MULTI_SELECT_MAX_LABELS = 3;
export const MULTI_SELECT_COUNT_SUFFIX = 'selected';
export const MULTI_SELECT_SEPARATOR = ', ';
export const MULTI_SELECT_FILTER_DELAY_MS = 300;
// 9.9
export const SELECT_NO_RESULTS = 'No results match';
export const SELECT_NOTHING_CHOSEN = 'Nothing selected';

/** 9.10: the text of the upload widget when several files are chosen. */
export const filesSelected = (count: number): string => `${count} files selected`;
/** One file shows its name, several their count. */
export const filesText = (files: readonly { name: string }[]): string | undefined =>
  files.length > 1 ? filesSelected(files.length) : files[0]?.name;

// 9.11: slides of the features carousel from each window width up, widest first
export const FEATURE_SLIDES = [
  { width: 1200, slides: 4 },
  { width: 1023, slides: 3 },
  { width: 767, slides: 2 },
  { width: 600, slides: 2 },
  { width: 480, slides: 2 },
  { width: 240, slides: 1 },
] as const;
// 9.12
export const BLOG_SLIDES_SHOWN = 2;

// 9.13
export const TOOLTIP_SHOW_MS = 300;
export const TOOLTIP_HIDE_MS = 100;
// 9.14
export const ADD_TO_HOME_SCREEN_DELAY_MS = 0;

/** 3.12, 3.14, 9.16: form names of nested records and the field order. */
export const DESTROY_FLAG = '1';
export const CUSTOM_DASHLET = 'custom_dashlet';
/** 9.16, 4.20: a time-based numeric id, unique within the page. */
export const timeBasedId = (() => {
  let last = 0;
  return (): number => (last = Math.max(Date.now(), last + 1));
})();
