import { IconLock } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { LocalAccountsCard } from "../../entities/provider/local-accounts-card.tsx";
import { ProvidersCard } from "../../entities/provider/providers-card.tsx";
import { PoliciesCard } from "../../entities/sign-in/policies-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** AUTH-10, AUTH-11, AUTH-13: how people sign in. */
export default function SignInSettingsPage() {
  const may = useMay();
  if (!may("GET /sign-in/policies")) {
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
      <PoliciesCard />
      <ProvidersCard />
      <LocalAccountsCard />
    </Page>
  );
}
