import { SecondFactorCard } from "../../entities/account/second-factor-card.tsx";
import { Page } from "../../ui/page.tsx";

/** The signed-in person's own account. */
export default function AccountPage() {
  return (
    <Page purpose="How you sign in.">
      <SecondFactorCard />
    </Page>
  );
}
