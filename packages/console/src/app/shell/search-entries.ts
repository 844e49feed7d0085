import type { ApiKey } from "@gatehouse/contract/api";
import { requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import type { ConfigScope } from "@gatehouse/contract/modules/module";
import type { Permission } from "@gatehouse/contract/permissions";
import { reports } from "@gatehouse/contract/reports/report-types";
import type { PagePath } from "../pages.ts";

/** A setting, an action or a part of a page that the command palette finds by its title or by other words for it. */
export interface SearchEntry {
  readonly title: string;
  readonly section: string;
  readonly words: string;
  readonly to: PagePath | `/reports/${string}`;
  /** The page of the menu that must be available; `to` itself by default. Settings are always available. */
  readonly page?: PagePath;
  readonly search?: Readonly<Record<string, string>>;
  /** What the person must be allowed to do. */
  readonly needs?: ApiKey | Permission;
}

/** Other words for the pages of the menu. */
export const pageWords: Readonly<Partial<Record<string, string>>> = {
  "/overview": "home dashboard figures statistics occupancy free places today",
  "/station": "guard barrier open live camera",
  "/access/rules": "policy permissions who may enter groups areas capacity deny allow",
  "/access/schedules": "calendar holidays opening hours times week",
  "/access/lists": "passes visitors guests deny watch black white block",
  "/access/presence": "inside parked who is here",
  "/access/overrides": "override the site lockdown hold open evacuate",
  "/reports": "statistics export history csv excel pdf last month last week yesterday",
  "/tariffs": "prices fees fares payment money",
  "/access-control/ids": "vehicles plates tags cars owners residents import upload csv excel whitelist",
  "/access-control/reservations": "bookings",
  "/access-control/gates-and-actuators": "barriers relays buzzers displays signs lamps hardware",
  "/access-control/anpr-settings": "cameras devices lpr plates",
  "/access-control/rfidos/settings": "readers antennas tags",
  "/access-control/alerts": "alarms warnings problems",
  "/access-control/events": "history log plates reads passages",
  "/access-control/rfid-events": "history log tags reads passages",
  "/configurations": "options preferences setup",
  "/settings": "modules options preferences setup",
};

const settings: readonly SearchEntry[] = [
  {
    title: "Your account",
    section: "Settings",
    words: "profile password pin passkey two-factor 2fa authenticator sessions tokens",
    to: "/settings/account",
  },
  {
    title: "People",
    section: "Settings",
    words: "users accounts staff employees guards roles permissions rights password reset",
    to: "/settings/people",
    needs: "GET /users",
  },
  {
    title: "Add user",
    section: "Action",
    words: "new person account invite",
    to: "/settings/people",
    search: { open: "users.new" },
    needs: "POST /users",
  },
  {
    title: "Sign-in",
    section: "Settings",
    words: "login sso single sign-on openid google azure provider second factor 2fa",
    to: "/settings/sign-in",
    needs: "GET /sign-in/policies",
  },
  {
    title: "Notifications",
    section: "Settings",
    words: "e-mail mail server smtp webhooks alerts alarms messages",
    to: "/settings/notifications",
    needs: "GET /notifications/rules",
  },
  {
    title: "Privacy",
    section: "Settings",
    words: "gdpr data protection retention delete legal hold",
    to: "/settings/privacy",
    needs: "GET /privacy/retention",
  },
  {
    title: "Audit trail",
    section: "Settings",
    words: "log history changes who changed",
    to: "/settings/audit",
    needs: "GET /audit",
  },
  {
    title: "API keys",
    section: "Settings",
    words: "tokens integrations",
    to: "/settings",
    needs: "GET /integration-keys",
  },
  {
    title: "Diagnostics",
    section: "Settings",
    words: "support debug file",
    to: "/settings",
    needs: "GET /diagnostics",
  },
];

const operations: readonly SearchEntry[] = [
  {
    title: "Manual openings",
    section: "Overview",
    words: "opened by hand person guard barrier reason",
    to: "/overview",
    search: { open: "openings" },
    needs: "GET /overview/openings",
  },
  {
    title: "Visitor passes",
    section: "Lists",
    words: "guests permits tickets invitations",
    to: "/access/lists",
    search: { tab: "passes" },
  },
  {
    title: "Add pass",
    section: "Action",
    words: "new visitor guest",
    to: "/access/lists",
    search: { open: "access_passes.new" },
    needs: "POST /access/passes",
  },
  { title: "Deny list", section: "Lists", words: "block ban black stolen", to: "/access/lists" },
  { title: "Watch list", section: "Lists", words: "observe", to: "/access/lists", search: { tab: "watch" } },
  {
    title: "Import identifiers",
    section: "Action",
    words: "upload csv excel file vehicles plates tags bulk",
    to: "/access-control/ids",
    search: { open: "identifiers.new-upload" },
    needs: "POST /ac/upload-lps",
  },
  {
    title: "Add rule",
    section: "Action",
    words: "new access allow deny",
    to: "/access/rules",
    search: { open: "access_rules.new" },
    needs: "POST /access/rules",
  },
];

const configPages: Readonly<Record<ConfigScope, PagePath>> = {
  global: "/configurations",
  overspeed: "/overspeed-detection",
  epld: "/epld",
  cc: "/camera-counting",
  "anpr-ac": "/access-control",
  "rfid-ac": "/access-control",
  loop: "/loop-detector",
};

/** Every configuration, found by its key and its description. */
const configs: readonly SearchEntry[] = Object.entries(requiredConfigs).map(([key, { scope, description }]) => ({
  title: key,
  section: "Configuration",
  words: description,
  to: configPages[scope],
  search: { q: key },
}));

const listedReports: readonly { code: string; title: string; permission?: Permission }[] = reports;

/** Every report, also for the last day, week and month. */
function listReports(today: string): SearchEntry[] {
  const day = Temporal.PlainDate.from(today);
  const lastMonth = day.with({ day: 1 }).subtract({ months: 1 });
  const periods: { when: string; search: Record<string, string> }[] = [
    { when: "", search: {} },
    { when: ", yesterday", search: { period: "day", from: day.subtract({ days: 1 }).toString() } },
    { when: ", last week", search: { period: "week", from: day.subtract({ days: 7 }).toString() } },
    { when: ", last month", search: { period: "month", from: lastMonth.toString() } },
  ];
  return listedReports.flatMap(({ code, title, permission = "reports" }) =>
    periods.map(
      ({ when, search }): SearchEntry => ({
        title: `${title}${when}`,
        section: "Reports",
        words: "export",
        to: `/reports/${code}`,
        page: "/reports",
        search,
        needs: permission,
      }),
    ),
  );
}

/** The entries whose pages a person has; pages below Settings are not in the menu. `today`: the site's date. */
export const listEntries = (
  paths: readonly string[],
  may: (needed: ApiKey | Permission) => boolean,
  today: string,
): readonly SearchEntry[] =>
  [...settings, ...operations, ...configs, ...listReports(today)].filter(
    ({ to, page = to, needs }) =>
      (paths.includes(page) || page.startsWith("/settings")) && (needs === undefined || may(needs)),
  );
