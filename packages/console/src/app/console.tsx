import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createQueryClient } from "../api/query-client.ts";
import { loadRuntimeConfig } from "../api/runtime-config.ts";
import { currentSession, onSessionEnd } from "../api/session.ts";
import { shareSession } from "../api/session-tabs.ts";
import { pathAfterSignIn } from "./after-sign-in.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { router } from "./router.tsx";
import { colorSchemeManager, cssVariables, theme } from "./theme.ts";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
// The scroll lock of dialogs adds a style element and reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** The cache of server data. */
export const queries = createQueryClient();

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

/** Loads the page that the URL names and renders the console in an element; index.html shows a logo until then. */
export async function openConsole(element: HTMLElement): Promise<Root> {
  const page = await loadFirstPage();
  const root = createRoot(element);
  root.render(
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
  return root;
}

async function loadFirstPage(): Promise<ReactNode> {
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
    return <ErrorScreen error={error} />;
  }
}
