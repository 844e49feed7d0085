import {
  expiringWithinDays,
  type IdentifierFilter,
  identifierFilters,
} from "@gatehouse/contract/entities/identifier/identifier";
import { formatCount } from "@gatehouse/contract/fields/number";
import { NativeSelect } from "@mantine/core";
import { recordChoices } from "../../forms/record-choices.ts";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import classes from "./identifier-tools.module.css";
import { useIdentifierParams } from "./use-identifier-params.ts";

const filterTexts: Record<IdentifierFilter, { label: string; hint: string }> = {
  expiring: { label: "Expiring soon", hint: `Expire within ${expiringWithinDays} days` },
  expired: { label: "Expired", hint: "No longer valid" },
  "never-seen": { label: "Never seen", hint: "Not read at any gate yet" },
};
const choices = identifierFilters.map((value) => ({ value, ...filterTexts[value] }));

interface IdentifierToolsProps {
  total: number | undefined;
  /** The groups of the site. */
  groups: readonly { id: number; name: string }[];
}

/** Search, filters and total of the identifier table. */
export function IdentifierTools({ total, groups }: IdentifierToolsProps) {
  const { text, filter, group, go } = useIdentifierParams();
  return (
    <div className={classes.tools} data-screen-only>
      <SearchBox label="Search plate, tag, owner or organisation" value={text} onSearch={(text) => go({ text })} />
      <FilterChips label="Filters" choices={choices} value={filter} onChange={(filter) => go({ filter })} />
      {groups.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label="Group"
          data={[{ value: "", label: "All groups" }, ...recordChoices(groups)]}
          value={group ?? ""}
          onChange={({ currentTarget }) => go({ group: Number(currentTarget.value) || undefined })}
        />
      )}
      <p className={classes.total} aria-live="polite">
        {total !== undefined && formatCount(total, "identifier")}
      </p>
    </div>
  );
}
