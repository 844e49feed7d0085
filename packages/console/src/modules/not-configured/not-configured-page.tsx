import { IconTools } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { pageWords } from "./page-words.ts";

/** A page of the menu whose content the product does not have yet: says what will be here, and leads nowhere. */
export default function NotConfiguredPage() {
  const path = useLocation({ select: (location) => location.pathname.replace(/(?<=.)\/$/, "") });
  return (
    <Page>
      <EmptyState icon={IconTools} title="Nothing is configured yet">
        {pageWords[path] ?? "This page has no content yet."}
      </EmptyState>
    </Page>
  );
}
