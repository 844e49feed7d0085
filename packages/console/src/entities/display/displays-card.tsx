import type { Display } from "@gatehouse/contract/entities/display/display.schema";
import {
  type DisplayScope,
  displayTypesOf,
  displayTypeTitles,
} from "@gatehouse/contract/entities/display/display-scope";
import type { DisplayType } from "@gatehouse/contract/modules/module";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { displays } from "./display.resource.tsx";
import { DisplayIcon } from "./display-icon.tsx";

interface DisplaysCardProps {
  scope: DisplayScope;
  title?: string;
}

/** DISP-1: a scope's displays; what can be added is what its module allows. */
export function DisplaysCard({ scope, title = "Displays" }: DisplaysCardProps) {
  const types = displayTypesOf(scope);
  const first = types[0] ?? "grid";
  return (
    <ResourceCard
      title={title}
      isChips
      resource={displays(scope, first)}
      kindOf={(kind: string | Display) =>
        displays(scope, typeof kind === "string" ? (types.find((type) => type === kind) ?? first) : kind.type)
      }
      add={(openNew) => <AddDisplay types={types} onAdd={openNew} />}
    />
  );
}

function AddDisplay({ types, onAdd }: { types: readonly DisplayType[]; onAdd: (type: string) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Add display
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => (
          <Menu.Item key={type} leftSection={<DisplayIcon type={type} />} onClick={() => onAdd(type)}>
            {displayTypeTitles[type]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
