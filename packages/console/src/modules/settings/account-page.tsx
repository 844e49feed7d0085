import { PinCard } from "../../entities/account/pin-card.tsx";
import { Page } from "../../ui/page.tsx";

/** AUTH-14: one's own account. */
export default function AccountPage() {
  return (
    <Page purpose="How you sign in.">
      <PinCard />
    </Page>
  );
}
