import { moduleActivationMessages } from "@gatehouse/contract/entities/module-activation.messages";
import type { MenuSection, ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { menuOf, modulesNeeded, visibleMenu, visibleOperations } from "@gatehouse/contract/modules/visible-menu";
import { permissionTitles } from "@gatehouse/contract/permissions";
import { Button } from "@mantine/core";
import { useDocumentTitle, useMediaQuery } from "@mantine/hooks";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { loadCallMessages } from "../../api/call-messages.ts";
import { startLiveLink } from "../../api/live-link.ts";
import { logOut } from "../../api/log-out.ts";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useIsPageReadOnly, useMay } from "../../api/permissions.ts";
import { watchSession } from "../../api/session-watch.ts";
import { followSwitches } from "../../api/switch-person.ts";
import { OverrideBanner } from "../../gate/overrides/override-banner.tsx";
import { moduleActivationQuery } from "../../house/module-activation.queries.ts";
import { BannerStack } from "../../ui/banner-stack.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { Page, PagePlaceholder } from "../../ui/page.tsx";
import { phoneQuery, tabletQuery } from "../../ui/phone-query.ts";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { SignInFrame } from "../sign-in/sign-in-frame.tsx";
import { DemoProgress } from "./demo-progress.tsx";
import { Header } from "./header.tsx";
import { OfflineBar } from "./live-status.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { Overlays } from "./overlays.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { SignOutNotice } from "./sign-out-notice.tsx";
import { useCurrentPage } from "./use-current-page.ts";

const YesNoDialog = lazyWithRetry(() => import("../../ui/yes-no-dialog.tsx"));

/** The frame of every page. */
export default function Shell() {
  const account = useQuery(ownAccountQuery);
  if (account.data?.permissions.includes("view") !== false) return <Frame />;
  return <NoPages />;
}

/** Runs the session watch and the live link. */
function Frame() {
  const queries = useQueryClient();
  const account = useQuery(ownAccountQuery);
  const activation = useQuery(moduleActivationQuery);
  const isReadOnly = useIsPageReadOnly();
  const page = useCurrentPage();
  const [narrowChoice, setIsNarrow] = useStoredChoice<boolean | null>("menu.narrow", null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isPhone = useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false });
  const isTablet = useMediaQuery(tabletQuery, undefined, { getInitialValueInEffect: false });
  const isNarrow = narrowChoice ?? isTablet;
  useDocumentTitle([page.title, page.section, "Gatehouse"].filter(Boolean).join(" · "));
  useNewRights();
  useEffect(() => startLiveLink(queries), [queries]);
  useEffect(() => watchSession(), []);
  useEffect(() => followSwitches(queries), [queries]);
  useEffect(() => void loadCallMessages(), []);

  const failed = [activation, account].find((query) => query.isError && query.data === undefined);
  const sections = activation.data && visibleMenu(activation.data);
  const operations = activation.data && visibleOperations(activation.data);
  const shown = (all: readonly MenuSection[]) => account.data && menuOf(account.data.role, all);
  const ownSections = sections && shown(sections);
  const [ownOperations] = (operations && shown([operations])) ?? [];
  return (
    <div className={classes.shell} data-narrow={isNarrow}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      {!isPhone && (
        <Sidebar sections={ownSections} operations={ownOperations} isNarrow={isNarrow} onNarrow={setIsNarrow} />
      )}
      <div className={classes.main}>
        <Header page={page} onOpenMenu={() => setIsMenuOpen(true)} />
        <OfflineBar />
        <DemoProgress />
        <SignOutNotice />
        <OverrideBanner />
        <main id="content" tabIndex={-1}>
          {isReadOnly && <p className={classes.readOnly}>You can view this page but not change it.</p>}
          {failed !== undefined ? (
            <Page>
              <LoadError
                text={errorText(
                  failed.error,
                  failed === activation
                    ? moduleActivationMessages["GET /configs/module-activation-status"].failure
                    : undefined,
                )}
                onRetry={() => void failed.refetch()}
              />
            </Page>
          ) : activation.data && account.data ? (
            <PageOrNotice path={page.path} active={activation.data} />
          ) : (
            <PagePlaceholder />
          )}
        </main>
      </div>
      <Overlays sections={[...(operations ? [operations] : []), ...(sections ?? [])]} />
      <MobileMenu
        sections={ownSections}
        operations={ownOperations}
        opened={isMenuOpen}
        onClose={() => setIsMenuOpen(false)}
      />
      <Suspense>
        <YesNoDialog />
      </Suspense>
      <BannerStack />
    </div>
  );
}

/** The page, or a notice that its module is off. */
function PageOrNotice({ path, active }: { path: string; active: Parameters<typeof visibleMenu>[0] }) {
  const needed = modulesNeeded(path);
  const isOff = needed.length > 0 && !needed.some((kind) => active[kind]);
  return isOff ? <ModuleOff needed={needed} /> : <Outlet />;
}

/** Instead of the pages, none of which a role without the permission to view can load. */
function NoPages() {
  useDocumentTitle("No pages · Gatehouse");
  return (
    <SignInFrame
      title="Your role has no pages"
      purpose={`It lacks the permission "${permissionTitles.view}". An administrator can add it.`}
    >
      <Button fullWidth onClick={() => void logOut()}>
        Log out
      </Button>
    </SignInFrame>
  );
}

/** Shown instead of a page whose module is off. */
function ModuleOff({ needed }: { needed: readonly ModuleKind[] }) {
  const names = needed.map((kind) => modules[kind].title).join(" or ");
  const canSwitch = useMay()("PUT /configs/module-activation-status");
  return (
    <Page>
      <EmptyState
        icon={IconPlugConnectedX}
        title={`${names} is switched off`}
        action={canSwitch && <Button renderRoot={(props) => <Link to="/settings" {...props} />}>Open Settings</Button>}
      >
        {`This page belongs to a module that is off. ${
          canSwitch ? "Switch it on in Settings to use it." : "An administrator can switch it on."
        }`}
      </EmptyState>
    </Page>
  );
}

/** Loads everything again when the person's permissions or gates change: the server may now answer otherwise. */
function useNewRights(): void {
  const queries = useQueryClient();
  const { data } = useQuery(ownAccountQuery);
  const rights = data && JSON.stringify([data.permissions, data.gateIds]);
  const known = useRef(rights);
  useEffect(() => {
    if (known.current !== undefined && rights !== known.current) void queries.invalidateQueries();
    known.current = rights;
  }, [queries, rights]);
}
