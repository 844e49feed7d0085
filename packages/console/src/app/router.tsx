import { startPath } from "@gatehouse/contract/modules/start-path";
import { signInPaths } from "@gatehouse/contract/sign-in-paths";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  parseSearchWith,
  redirect,
} from "@tanstack/react-router";
import { currentSession } from "../api/session.ts";
import { PagePlaceholder } from "../ui/page.tsx";
import { pathAfterSignIn } from "./after-sign-in.ts";
import { ErrorScreen } from "./error-screen.tsx";
import type { PagePath } from "./pages.ts";
import { isPage, pages, reportPath, stationGatePath } from "./pages.ts";
import { SignInPage } from "./sign-in/sign-in-page.tsx";

interface SignInSearch {
  tokenExpired?: boolean;
  next?: string;
}

/** What every page can have. */
interface PageSearch {
  q?: string;
  page?: number | undefined;
  /** The open record: `gates.12`. */
  open?: string;
  /** The question of the What-if dialog. */
  ask?: Record<string, unknown> | undefined;
}

/** The router parses text that looks like JSON; of objects and lists nothing is a text. */
const toText = (value: unknown): string | undefined =>
  typeof value === "object" || value === undefined ? undefined : String(value);

/** Reads text parameters. Those without a text are set to undefined, because the router keeps parameters that are left out. */
const texts =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => (name in search ? [[name, toText(search[name])]] : []))) as {
      [Each in Name]?: string;
    };

const rootRoute = createRootRoute({ component: Outlet, errorComponent: ErrorScreen });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: ({ tokenExpired, next }: Record<string, unknown>): SignInSearch => ({
    ...(tokenExpired === true && { tokenExpired }),
    ...(typeof next === "string" && { next }),
  }),
  // A signed-in user skips this page.
  beforeLoad: ({ search }) => {
    const session = currentSession();
    if (session !== null) throw redirect({ href: pathAfterSignIn(session, search.next) });
  },
  component: SignInPage,
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signInPaths.resetPassword,
  component: lazyRouteComponent(() => import("./sign-in/reset-password-page.tsx")),
});

const setUpFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signInPaths.setUpFactor,
  beforeLoad: () => {
    if (currentSession()?.isFactorMissing !== true) throw redirect({ to: "/" });
  },
  component: lazyRouteComponent(() => import("./sign-in/set-up-factor-page.tsx")),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  validateSearch: (search: Record<string, unknown>): PageSearch => ({
    ...texts("q", "open")(search),
    page: Number.isInteger(search.page) ? Number(search.page) : undefined,
    ask: typeof search.ask === "object" && search.ask !== null ? { ...search.ask } : undefined,
  }),
  beforeLoad: ({ location }) => requireSession(location),
  component: lazyRouteComponent(() => import("./shell/shell.tsx")),
});

/** After this time without the script of a page, placeholders replace the page before it. */
const maxPendingMs = 150;

/** The routes of pages that have the same search parameters. */
const pageRoutes = <Path extends PagePath, Name extends string = never>(paths: readonly Path[], ...names: Name[]) =>
  paths.map((path) =>
    createRoute({
      getParentRoute: () => shellRoute,
      path,
      validateSearch: texts(...names),
      component: lazyRouteComponent(pages[path]),
      pendingComponent: PagePlaceholder,
      pendingMs: maxPendingMs,
    }),
  );

const tabPages = ["/overview", "/access/lists"] as const;
const eventPages = [
  "/overspeed-detection/events",
  "/epld/events",
  "/camera-counting/events",
  "/access-control/events",
  "/access-control/rfid-events",
  "/loop-detector/events",
] as const;
/** The pages with search parameters of their own. */
const searchedPages = [
  ...tabPages,
  ...eventPages,
  "/access/rules",
  "/access-control/ids",
  "/access-control/reservations",
  "/settings/audit",
] as const;
const otherPages = (Object.keys(pages) as PagePath[]).filter(
  (path): path is Exclude<PagePath, (typeof searchedPages)[number]> =>
    !(searchedPages as readonly string[]).includes(path),
);

const stationGateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: stationGatePath,
  // The gates beside the one in the path: `2`, `2,3`.
  validateSearch: (search: Record<string, unknown>): { with?: string | number | undefined } => ({
    with: typeof search.with === "number" ? search.with : toText(search.with),
  }),
  component: lazyRouteComponent(pages["/station"]),
});

const reportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: reportPath,
  validateSearch: texts("period", "from", "to", "gates", "direction", "group", "vehicleType", "user"),
  component: lazyRouteComponent(pages["/reports"]),
});

const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: startPath,
  component: lazyRouteComponent(() => import("./start-page.tsx")),
});

// An unknown path is explained in the frame.
const unknownRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "$",
  component: lazyRouteComponent(() => import("./shell/not-found.tsx")),
});

/** Pages need a complete session; an unknown path does not ask a visitor to sign in for it. */
function requireSession(location: ParsedLocation): void {
  const session = currentSession();
  if (session === null && !isPage(location.pathname) && location.pathname !== startPath) throw redirect({ to: "/" });
  if (session === null) throw redirect({ to: "/", search: { tokenExpired: true, next: location.href } });
  if (!session.passwordChanged) throw redirect({ to: signInPaths.resetPassword });
  if (session.isFactorMissing) throw redirect({ to: signInPaths.setUpFactor });
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    resetPasswordRoute,
    setUpFactorRoute,
    shellRoute.addChildren([
      ...pageRoutes(tabPages, "tab"),
      ...pageRoutes(
        eventPages,
        "tab",
        "source",
        "direction",
        "outcome",
        "from",
        "to",
        // The figure of the overview, and its gates, whose events are listed.
        "figure",
        "gates",
        // An hour of a weekday.
        "weekHour",
        // Opaque position in the list.
        "cursor",
      ),
      ...pageRoutes(["/access/rules"], "filter"),
      ...pageRoutes(["/access-control/ids"], "tab", "filter", "group"),
      ...pageRoutes(["/access-control/reservations"], "lp", "rfid"),
      ...pageRoutes(["/settings/audit"], "user", "action", "entity", "entityId", "from", "to", "cursor"),
      ...pageRoutes(otherPages),
      startRoute,
      stationGateRoute,
      reportRoute,
      unknownRoute,
    ]),
  ]),
  // "1e5" and numbers of twenty digits are texts, which would become other numbers.
  parseSearch: parseSearchWith((text) => {
    const value: unknown = JSON.parse(text);
    return typeof value === "number" && String(value) !== text ? text : value;
  }),
  defaultErrorComponent: ErrorScreen,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
