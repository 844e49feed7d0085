import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** NAV-7: shown instead of a page whose module is off. */
export function ModuleOff({ needed }: { needed: readonly ModuleKind[] }) {
  const names = needed.map((kind) => modules[kind].title).join(" or ");
  return (
    <Page>
      <EmptyState
        icon={IconPlugConnectedX}
        title={`${names} is switched off`}
        action={<Button renderRoot={(props) => <Link to="/settings" {...props} />}>Open Settings</Button>}
      >
        This page belongs to a module that is off. Switch it on in Settings to use it.
      </EmptyState>
    </Page>
  );
}
