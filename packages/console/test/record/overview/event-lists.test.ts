import type { EventsBehind } from "@gatehouse/contract/entities/overview";
import { describe, expect, it } from "vitest";
import { toEventLinks } from "../../../src/record/overview/event-lists.ts";

const list = (module: EventsBehind["module"], figure: EventsBehind["query"]["figure"]): EventsBehind => ({
  module,
  query: { figure },
  count: 1,
});
const titles = (lists: readonly EventsBehind[]) => toEventLinks(lists).map(({ title }) => title);

describe("OPS-2 the lists of events behind a figure", () => {
  it("are named by what was read", () => {
    const entries = [list("ANPR_ACCESS_CONTROL", "entries"), list("RFID_ACCESS_CONTROL", "entries")];
    expect(titles(entries)).toEqual(["Plates", "Tags"]);
    const readRate = [list("ANPR_ACCESS_CONTROL", "reads"), list("LOOP_DETECTOR", "loopCounts")];
    expect(titles(readRate)).toEqual(["Plates", "Loops"]);
  });

  it("are named by what they count too, if several are about the same reads", () => {
    const lists = [
      list("ANPR_ACCESS_CONTROL", "entries"),
      list("RFID_ACCESS_CONTROL", "entries"),
      list("ANPR_ACCESS_CONTROL", "exits"),
    ];
    expect(titles(lists)).toEqual(["Entries: plates", "Entries: tags", "Exits: plates"]);
  });
});
