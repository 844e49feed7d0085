import { IconLock } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { PoliciesCard } from "../../entities/sign-in/policies-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** AUTH-13: how people sign in. */
export default function SignInSettingsPage() {
  const may = useMay();
  if (!may("GET /sign-in/policies")) {
    return (
      <Page>
        <EmptyState icon={IconLock} title="Not available to you">
          Your role does not include managing users. Please ask an administrator.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <PoliciesCard />
    </Page>
  );
}
