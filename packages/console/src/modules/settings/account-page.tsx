import { PasswordCard } from "../../entities/account/password-card.tsx";
import { SessionsCard } from "../../entities/account/sessions-card.tsx";
import { TokensCard } from "../../entities/account/tokens-card.tsx";
import { Page } from "../../ui/page.tsx";

/** AUTH-12, AUTH-13, ROLE-6: the signed-in person's own account. */
export default function AccountPage() {
  return (
    <Page>
      <PasswordCard />
      <SessionsCard />
      <TokensCard />
    </Page>
  );
}
