import "./ui/mantine.css";
import "./ui/base.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { loadRuntimeConfig } from "./api/runtime-config.ts";
import { currentSession, onSessionEnd } from "./api/session.ts";
import { shareSession } from "./api/session-tabs.ts";
import { pathAfterSignIn } from "./app/after-sign-in.ts";
import { FailureScreen } from "./app/failure-screen.tsx";
import { router } from "./app/router.tsx";
import { colorSchemeManager, cssVariables, theme } from "./app/theme.ts";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
// The scroll lock of dialogs adds a style element and reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

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

/** The first page to render; index.html shows a logo until then. */
async function loadFirstPage() {
  try {
    await Promise.all([
      loadRuntimeConfig(),
      currentSession() === null && waitForSession(),
      // Safari and Chromium before 144 lack it.
      !("Temporal" in globalThis) && import("temporal-polyfill/global"),
    ]);
    await router.load();
    return <RouterProvider router={router} />;
  } catch (error) {
    return <FailureScreen error={error} />;
  }
}

function render(page: ReactNode): void {
  createRoot(document.querySelector("#root") as HTMLElement).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>{page}</QueryClientProvider>
    </MantineProvider>,
  );
}

// Not awaited: pages import this module, so a top-level await would deadlock.
void loadFirstPage().then(render);
