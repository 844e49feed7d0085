import { IconLock } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { LocalAccountsCard } from "../../entities/provider/local-accounts-card.tsx";
import { ProvidersCard } from "../../entities/provider/providers-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** AUTH-10: how people sign in. */
export default function SignInSettingsPage() {
  const may = useMay();
  if (!may("GET /sign-in/settings")) {
    return (
      <Page>
        <EmptyState icon={IconLock} title="Not available to you">
          Your role does not include the sign-in settings. Please ask an administrator.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <ProvidersCard />
      <LocalAccountsCard />
    </Page>
  );
}
