import { useMay } from "../../api/permissions.ts";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { LocalAccountsCard } from "./local-accounts-card.tsx";
import { PoliciesCard } from "./policies-card.tsx";
import { ProvidersCard } from "./providers-card.tsx";

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
