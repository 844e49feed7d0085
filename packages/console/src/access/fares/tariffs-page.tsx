import { Page } from "../../ui/page.tsx";
import { TariffsCard } from "./tariffs-card.tsx";

/** The tariffs that fares are computed by. */
export default function TariffsPage() {
  return (
    <Page purpose="What stays cost. Fares are in the Fare Report; nothing is charged.">
      <TariffsCard />
    </Page>
  );
}
