import type { EventsBehind } from "@gatehouse/contract/entities/overview/overview.schema";
import { describe, expect, it } from "vitest";
import { toEventLinks } from "../src/entities/overview/event-lists.ts";

const list = (module: EventsBehind["module"], figure: EventsBehind["query"]["figure"]): EventsBehind => ({
  module,
  query: { figure },
  count: 1,
});
const titles = (lists: readonly EventsBehind[]) => toEventLinks(lists).map(({ title }) => title);

describe("OPS-2 the lists of events behind a figure", () => {
  it("are named by what was read", () => {
    const lists = [list("ANPR_ACCESS_CONTROL", "entries"), list("RFID_ACCESS_CONTROL", "entries")];
    expect(titles(lists)).toEqual(["Plates", "Tags"]);
  });

  it("are named by what they count too, if a figure adds up several", () => {
    const lists = [
      list("ANPR_ACCESS_CONTROL", "entries"),
      list("RFID_ACCESS_CONTROL", "entries"),
      list("ANPR_ACCESS_CONTROL", "exits"),
    ];
    expect(titles(lists)).toEqual(["Entries: plates", "Entries: tags", "Exits: plates"]);
  });
});
