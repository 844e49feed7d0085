import { Page } from "../../ui/page.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PinCard } from "./pin-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TokensCard } from "./tokens-card.tsx";

/** AUTH-11 to AUTH-14, ROLE-6: the signed-in person's own account. */
export default function AccountPage() {
  return (
    <Page>
      <PasswordCard />
      <SecondFactorCard />
      <PinCard />
      <SessionsCard />
      <TokensCard />
    </Page>
  );
}
