import { useMay } from "../../api/permissions.ts";
import { LocalAccountsCard } from "../../entities/provider/local-accounts-card.tsx";
import { ProvidersCard } from "../../entities/provider/providers-card.tsx";
import { PoliciesCard } from "../../entities/sign-in/policies-card.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";

/** How people sign in. */
export default function SignInSettingsPage() {
  const may = useMay();
  if (!may("GET /sign-in/policies")) {
    return (
      <Page>
        <NotAvailable>Your role does not include the sign-in settings. Please ask an administrator.</NotAvailable>
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
