import { moduleKinds } from "@gatehouse/contract/modules/module";
import type { Locator, Page } from "@playwright/test";
import { chooseAccountEntry, dialog } from "./page-parts.ts";
import type { Site } from "./site.ts";

/** A state of the console that is checked with axe and captured in screenshots. */
export interface Screen {
  name: string;
  path: string;
  isPublic?: true;
  /** One of ten screens that are also checked in dark colours and on a phone. */
  isRepresentative?: true;
  /** Steps that produce the state after the page has loaded. */
  prepare?: (page: Page) => Promise<void>;
  /** Visible when the state is reached. */
  shows: (page: Page) => Locator;
  /** The dialog or menu to check, if another screen covers the page behind it. */
  overlay?: (page: Page) => Locator;
}

/** Screens without a session. */
export const signedOutScreens: readonly Screen[] = [
  { name: "sign-in", path: "/", isPublic: true, shows: (page) => page.getByRole("button", { name: "Sign in" }) },
  { name: "sign-in after expiry", path: "/settings", isPublic: true, shows: (page) => page.getByText("Token Expired") },
  {
    name: "sign-in refused",
    isRepresentative: true,
    path: "/",
    isPublic: true,
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Username" }).fill("nobody");
      await page.getByRole("textbox", { name: "Password" }).fill("wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
    },
    shows: (page) => page.getByText("Wrong username or password"),
  },
];

const home: readonly Screen[] = [
  { name: "reset password", path: "/reset-password", shows: (page) => page.getByText("Choose your password") },
  {
    name: "configurations",
    path: "/configurations",
    shows: (page) => page.getByRole("textbox", { name: "Value of retentionDays" }),
  },
  {
    name: "configurations with a fault",
    isRepresentative: true,
    path: "/configurations",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Value of retentionDays" }).fill("0");
      await page.getByRole("button", { name: "Save retentionDays" }).click();
      // A row that is half below the header of the page counts as too small.
      await page.evaluate(() => scrollTo(0, 0));
    },
    shows: (page) => page.getByText("Must be a whole number from 1 to 3650"),
  },
  {
    name: "configurations with banners",
    isRepresentative: true,
    path: "/configurations",
    prepare: async (page) => {
      // A banner of a failure stays until it is dismissed.
      await page.route("**/api/configs/*", (route) => route.abort(), { times: 1 });
      await page.getByRole("switch", { name: "Value of nightMode" }).press("Space");
      await page.getByRole("button", { name: "Save nightMode" }).click();
    },
    shows: (page) => page.getByText("Failed to update config"),
    overlay: (page) => page.getByRole("alert").filter({ hasText: "Failed to update config" }),
  },
  {
    name: "confirmation",
    isRepresentative: true,
    path: "/configurations",
    prepare: (page) => page.getByRole("button", { name: "Delete nightMode" }).click(),
    shows: (page) => dialog(page, "Please confirm").getByRole("button", { name: "Yes" }),
    overlay: (page) => page.getByRole("dialog"),
  },
];

const modules: readonly Screen[] = [
  {
    name: "access control",
    path: "/access-control",
    shows: (page) => page.getByRole("combobox", { name: "Vehicle types" }),
  },
  {
    name: "vehicle types open",
    // The search hides the rows above, so that the open list stays in view on a narrow page.
    path: "/access-control?q=none",
    prepare: (page) => page.getByRole("combobox", { name: "Vehicle types" }).click(),
    shows: (page) => page.getByRole("option", { name: "Cycle" }),
    overlay: (page) => page.getByRole("listbox"),
  },
  {
    name: "settings",
    isRepresentative: true,
    path: "/settings",
    shows: (page) => page.getByRole("switch", { name: "Reporting" }),
  },
  {
    name: "settings unsaved",
    path: "/settings",
    prepare: (page) => page.getByRole("switch", { name: "Reporting" }).click(),
    shows: (page) => page.getByText("Unsaved changes"),
  },
  { name: "module off", path: "/loop-detector", shows: (page) => page.getByText("Loop Detector is switched off") },
];

const alerts: readonly Screen[] = [
  {
    name: "alerts",
    isRepresentative: true,
    path: "/epld/alerts",
    shows: (page) => page.getByText("Slot B2-14 is missing"),
  },
  {
    name: "alerts with resolved ones",
    path: "/epld/alerts",
    prepare: (page) => page.getByRole("button", { name: "Show Resolved" }).click(),
    shows: (page) => page.getByText("Resolved", { exact: true }),
  },
  {
    name: "alert details",
    path: "/access-control/alerts",
    prepare: (page) => page.getByRole("button", { name: "Details" }).click(),
    shows: (page) => page.getByText("connect ETIMEDOUT"),
  },
  {
    name: "bell",
    path: "/configurations",
    prepare: (page) => page.getByRole("button", { name: /^Alerts: \d+ active$/ }).click(),
    shows: (page) => dialog(page, "Alerts").getByText("Slot B2-14 is missing"),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "notifications",
    isRepresentative: true,
    path: "/settings/notifications",
    shows: (page) => page.getByRole("textbox", { name: "Sender", exact: true }),
  },
  { name: "no alerts", path: "/epld/alerts?q=nothing", shows: (page) => page.getByText("No alerts") },
  { name: "no events", path: "/epld/events", shows: (page) => page.getByText("No events") },
];

const shellScreens: readonly Screen[] = [
  {
    name: "account menu",
    path: "/configurations",
    prepare: (page) => page.getByRole("button", { name: "Account menu" }).click(),
    shows: (page) => page.getByRole("menuitem", { name: "Log out" }),
  },
  {
    name: "colour scheme menu",
    path: "/configurations",
    prepare: (page) => page.getByRole("button", { name: "Appearance" }).click(),
    shows: (page) => page.getByRole("menuitemradio", { name: "Dark" }),
    overlay: (page) => page.getByRole("menu"),
  },
  {
    name: "password dialog",
    path: "/configurations",
    prepare: async (page) => {
      await chooseAccountEntry(page, "Reset Password");
      await page.getByRole("button", { name: "Reset Password" }).click();
    },
    shows: (page) => dialog(page, "Reset Password").getByText("Required").first(),
  },
  {
    name: "palette",
    isRepresentative: true,
    path: "/configurations",
    prepare: (page) => page.keyboard.press("Control+k"),
    shows: (page) => page.getByRole("option", { name: "Reporting" }),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "shortcuts",
    path: "/configurations",
    prepare: (page) => page.keyboard.press("?"),
    shows: (page) => dialog(page, "Keyboard shortcuts").getByText("Go to a page by name"),
    overlay: (page) => page.getByRole("dialog"),
  },
];

/** Every kind of page, dialog and menu, in groups that fit into one test each. */
export const screenGroups: Readonly<Record<string, readonly Screen[]>> = {
  "the first pages": home,
  "the pages of modules": modules,
  "alerts and events": alerts,
  "the shell": shellScreens,
};

/** Exists only on a wide screen. */
export const wideScreen: Screen = {
  name: "folded menu",
  path: "/configurations",
  prepare: (page) => page.getByRole("button", { name: "Collapse menu" }).click(),
  shows: (page) => page.getByRole("button", { name: "Expand menu" }),
};
/** Exist only on a narrow screen. */
export const narrowScreens: readonly Screen[] = [
  {
    name: "mobile menu",
    path: "/configurations",
    prepare: (page) => page.getByRole("button", { name: "Open menu" }).click(),
    shows: (page) => page.getByRole("dialog").getByRole("link", { name: "Reporting" }),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "unhealthy devices",
    path: "/configurations",
    prepare: (page) => page.getByRole("button", { name: "devices unhealthy" }).click(),
    shows: (page) => page.getByRole("dialog").getByText("127.0.0.1:9, down since"),
    overlay: (page) => page.getByRole("dialog"),
  },
];

/** Opens a screen and waits until it is complete. */
export async function openScreen(page: Page, { path, prepare, shows }: Screen): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await prepare?.(page);
  await shows(page).waitFor();
}

/** Creates the records that the screens show. */
export async function seedScreens({ seed, call, switchOn }: Site): Promise<void> {
  await switchOn(...moduleKinds.filter((kind) => kind !== "LOOP_DETECTOR"));
  await seed.device({ module: "EPLD", ip: "127.0.0.1", apiPort: 9, isHealthy: false });
  await seed.device({ module: "OSD", ip: "127.0.0.1", apiPort: 7, isHealthy: false });
  const configs = [
    { scope: "global", key: "nightMode", dataType: "BOOLEAN", value: true },
    { scope: "global", key: "operatorPhone", dataType: "STRING", value: "+91 80 4000 1234" },
    { scope: "global", key: "queueLimit", dataType: "NUMBER", value: 40 },
    { scope: "anpr-ac", key: "minimumConfidence", dataType: "NUMBER", value: 0.85 },
  ] as const;
  for (const body of configs) await call("POST /configs", { body });
  await raiseAlerts(seed);
}

async function raiseAlerts(seed: Site["seed"]): Promise<void> {
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000);
  await seed.alert({
    type: "EPLD_MISSING_SLOT",
    scope: "epld",
    title: "Slot B2-14 is missing",
    description: "Camera Basement 2 North no longer reports slot 14, which 2 equations use.",
    at: at(4),
  });
  await seed.alert({
    type: "EPLD_NEW_SLOT",
    scope: "epld",
    title: "New slot on Basement 1 East",
    description: "The camera has a new slot 31.",
    at: at(130),
  });
  await seed.alert({
    type: "EPLD_PZQUBE_SLOT_ERROR",
    scope: "epld",
    title: "Slot sensor 7 reports an error",
    description: "Slot controller Ramp A, sensor 7.",
    at: at(60 * 30),
    isResolved: true,
  });
  await seed.alert({
    type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
    scope: "ac",
    title: "Boom barrier Main Gate did not open",
    description: "KA 01 AB 1234 was granted, but the barrier could not be reached.",
    additionalInfo: { error: "connect ETIMEDOUT 127.10.4.30:5000", barrier: "Main Gate", relay: 1 },
    at: at(12),
  });
}
