import type { Alert } from "@gatehouse/contract/entities/alert";
import { describe, expect, it } from "vitest";
import { groupAlerts, placeByCause } from "../../../src/alert/alerts/alert-groups.ts";

const alert = (id: number, causeId: number | null = null, state: Alert["state"] = "active") =>
  ({ id, causeId, state }) as Alert;

describe("OPS-8 alerts by root cause", () => {
  it("in a list, the alerts that another one explains follow it", () => {
    // Newest first: the barriers failed after their board, and something else in between.
    const newestFirst = [alert(5, 2), alert(4), alert(3, 2), alert(2), alert(1)];
    expect(placeByCause(newestFirst).map(({ id }) => id)).toEqual([4, 2, 5, 3, 1]);
  });

  it("in a list, an alert whose cause is not listed keeps its place", () => {
    expect(placeByCause([alert(3, 9), alert(2), alert(1)]).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it("in groups, those that need attention are first", () => {
    const groups = groupAlerts([alert(4, null, "shelved"), alert(3, 1), alert(2, null, "acknowledged"), alert(1)]);
    expect(groups.map(({ root, explained }) => [root.id, ...explained.map(({ id }) => id)])).toEqual([
      [1, 3],
      [2],
      [4],
    ]);
  });
});
