import "./ui/mantine.css";
import "./ui/base.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { dropFirstAnswers } from "./api/first-answers.ts";
import { ownAccountQuery } from "./api/own-account.ts";
import { createQueryClient } from "./api/query-client.ts";
import { shareQueryTimers } from "./api/query-timers.ts";
import { loadRuntimeConfig } from "./api/runtime-config.ts";
import { currentSession, onSessionEnd } from "./api/session.ts";
import { shareSession } from "./api/session-tabs.ts";
import { siteQuery } from "./api/site-query.ts";
import { pathAfterSignIn } from "./app/after-sign-in.ts";
import { FailureScreen } from "./app/failure-screen.tsx";
import { type PagePath, pages } from "./app/pages.ts";
import { router } from "./app/router.tsx";
import { colorSchemeManager, cssVariables, theme } from "./app/theme.ts";
import { moduleActivationQuery } from "./entities/module-activation/module-activation.queries.ts";
import { markFirstPageShown } from "./ui/first-page.ts";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
// The scroll lock of dialogs adds a style element and reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
// The Content-Security-Policy forbids `eval`, which zod would use to compile its parsers. It is loaded later, with forms.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

shareQueryTimers();
const queries = createQueryClient();

onSessionEnd((why) => {
  const { pathname, href } = router.state.location;
  queries.clear();
  if (why === "signed-out" || pathname === "/") void router.navigate({ to: "/" });
  else void router.navigate({ to: "/", search: { tokenExpired: true, next: href } });
});

const waitForSession = shareSession({
  onTaken: () => {
    const { pathname, search } = router.state.location;
    if (pathname === "/") void router.navigate({ href: pathAfterSignIn(currentSession(), search.next) });
  },
});

/** Loads what the shell shows, while its script is loaded. */
const loadFrame = () =>
  Promise.all([
    queries.prefetchQuery(ownAccountQuery),
    queries.prefetchQuery(moduleActivationQuery),
    queries.prefetchQuery(siteQuery),
  ]);

/** Loads what the page shows first. A page with parameters in its URL loads its data when it is rendered. */
async function loadPageData(): Promise<void> {
  const { pathname, search } = location;
  if (search !== "" || !Object.hasOwn(pages, pathname)) return;
  const page = await pages[pathname as PagePath]();
  await page.preload?.(queries);
}

/** Loads the data of the first page, which shows placeholders until then. The part that shows it reports what fails. */
function loadData(): void {
  const session = currentSession();
  if (session === null || !session.passwordChanged || session.isFactorMissing) return;
  void Promise.allSettled([loadFrame(), loadPageData()]).then(dropFirstAnswers);
}

/** Waits for the rest of index.html, which follows the stylesheet: this script may run before that is loaded. */
const waitForDocument = () =>
  document.readyState === "loading" &&
  new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));

/** The first page to render; index.html shows its frame until then. */
async function loadFirstPage() {
  try {
    await Promise.all([loadRuntimeConfig(), currentSession() === null && waitForSession()]);
    loadData();
    await Promise.all([router.load(), waitForDocument()]);
    return <RouterProvider router={router} />;
  } catch (error) {
    return <FailureScreen error={error} />;
  }
}

/** Replaces the frame of index.html by the first page. */
function FirstPage({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.querySelector(".boot")?.remove();
    markFirstPageShown();
  }, []);
  return children;
}

function render(page: ReactNode): void {
  const root = createRoot(document.querySelector("#root") as HTMLElement);
  const app = (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <FirstPage>{page}</FirstPage>
      </QueryClientProvider>
    </MantineProvider>
  );
  // In short steps, so that the browser can paint and respond in between.
  startTransition(() => root.render(app));
}

// Not awaited: pages import this module, so a top-level await would deadlock.
void loadFirstPage().then(render);
