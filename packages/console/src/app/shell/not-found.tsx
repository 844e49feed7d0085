import { startPath } from "@gatehouse/contract/modules/start-path";
import { Button } from "@mantine/core";
import { IconError404, IconSearch } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { openOverlay } from "./overlay.ts";
import classes from "./shell.module.css";
import { notFound } from "./use-current-page.ts";

/** Shown in the frame at an address without a page. */
export default function NotFound() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Page>
      <EmptyState
        icon={IconError404}
        title={notFound}
        action={
          <div className={classes.choices}>
            <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={() => openOverlay("palette")}>
              Search pages and records
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to={startPath} {...props} />}>
              Go to the start page
            </Button>
          </div>
        }
      >
        {`There is no page at ${path}. The address may be incomplete, or the page may have moved.`}
      </EmptyState>
    </Page>
  );
}
