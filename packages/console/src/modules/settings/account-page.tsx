import { PasswordCard } from "../../entities/account/password-card.tsx";
import { PinCard } from "../../entities/account/pin-card.tsx";
import { SecondFactorCard } from "../../entities/account/second-factor-card.tsx";
import { SessionsCard } from "../../entities/account/sessions-card.tsx";
import { TokensCard } from "../../entities/account/tokens-card.tsx";
import { Page } from "../../ui/page.tsx";

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
