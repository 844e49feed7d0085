import {
  type Display,
  type DisplayScope,
  displayTypesOf,
  displayTypeTitles,
} from "@gatehouse/contract/entities/display/display";
import { ResourceCard } from "../forms/resource-card.tsx";
import { displays } from "./displays/display.resource.tsx";
import { ScreenLinkCard } from "./displays/screen-link-card.tsx";

interface DisplaysCardProps {
  scope: DisplayScope;
  title?: string;
}

/** The displays of a scope. The module determines the types that can be added. */
export function DisplaysCard({ scope, title = "Displays" }: DisplaysCardProps) {
  const types = displayTypesOf(scope);
  const first = types[0] ?? "grid";
  return (
    <ResourceCard
      title={title}
      isChips
      resource={displays(scope, first)}
      kindOf={(kind: string | Display) =>
        typeof kind === "string"
          ? displays(scope, types.find((type) => type === kind) ?? first)
          : displays(scope, kind.type, kind.id)
      }
      kinds={types.map((type) => ({ value: type, label: displayTypeTitles[type] }))}
      addLabel="Add display"
      around={(display, form, isDeleted) => (
        <>
          {form}
          {display.type === "multimedia" && !isDeleted && <ScreenLinkCard display={display} />}
        </>
      )}
    />
  );
}
