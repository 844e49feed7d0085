import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";

/** Shown instead of what the signed-in person may not see; the text says why, and what to do. */
export function NotAvailable({ children }: { children: ReactNode }) {
  return (
    <EmptyState icon={IconLock} title="Not available to you">
      {children}
    </EmptyState>
  );
}
