import { type IdentifierOrigin, identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { Button, Group } from "@mantine/core";
import { IconId, IconPlus, IconSearchOff, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../api/permissions.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useIdentifierParams } from "./use-identifier-params.ts";

/** Page where a source is configured. */
const places: Partial<Record<IdentifierOrigin, { to: string; title: string }>> = {
  BLM_CLOUD: { to: "/settings", title: "Integration keys" },
  CLOUD: { to: "/settings", title: "Integration keys" },
  MYGATE: { to: "/access-control/anpr-settings", title: "Integration Settings" },
};

/** Why a source has no identifiers, and what to do. */
export function NoIdentifiers({ origin }: { origin: IdentifierOrigin }) {
  const { text, filter, group, go } = useIdentifierParams();
  const may = useMay();
  const { openNew } = useOpenRecord("identifiers");
  if (text !== "" || filter !== undefined || group !== undefined) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title="Nothing found"
        action={
          <Button variant="default" onClick={() => go({ text: "", filter: undefined, group: undefined })}>
            {text === "" ? "Clear filter" : "Clear search"}
          </Button>
        }
      >
        {`No identifier in “${identifierOriginTexts[origin].heading}” matches.`}
      </EmptyState>
    );
  }
  const place = places[origin];
  return (
    <EmptyState
      icon={IconId}
      title="No identifiers yet"
      action={
        place === undefined
          ? may("POST /ac/ids") && (
              <Group gap={8} justify="center">
                <Button
                  variant="default"
                  leftSection={<IconUpload size={16} aria-hidden />}
                  onClick={() => openNew("upload")}
                >
                  Import CSV
                </Button>
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openNew()}>
                  Add Identifier
                </Button>
              </Group>
            )
          : (place.to !== "/settings" || may("GET /integration-keys")) && (
              <Button variant="default" component={Link} to={place.to}>
                {place.title}
              </Button>
            )
      }
    >
      {identifierOriginTexts[origin].empty}
    </EmptyState>
  );
}
