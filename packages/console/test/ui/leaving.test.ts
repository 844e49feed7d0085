import { describe, expect, it } from "vitest";
import { leavesDialog, leavesList, leavesPage, leavesRecord, type Move } from "../../src/ui/leaving.ts";

const move = (from: string, to: string, isBack = false): Move => {
  const placeOf = (text: string) => {
    const url = new URL(text, "http://site");
    return { pathname: url.pathname, search: Object.fromEntries(url.searchParams) };
  };
  return { current: placeOf(from), next: placeOf(to), isBack };
};

describe("unsaved input is lost", () => {
  it.each([
    ["/settings", "/configurations", true],
    ["/settings", "/settings?open=users.1", false],
    // The session ended.
    ["/settings", "/?tokenExpired=true", false],
  ])("on a page, from %s to %s: %s", (from, to, isLost) => {
    expect(leavesPage(move(from, to))).toBe(isLost);
  });

  it.each([
    ["/configurations", "/settings", true],
    ["/configurations", "/configurations?q=time", true],
    ["/configurations?page=2", "/configurations", true],
    ["/configurations?page=1", "/configurations", false],
    ["/configurations?q=time", "/configurations?q=time&open=configs.1", false],
  ])("in a list, from %s to %s: %s", (from, to, isLost) => {
    expect(leavesList(move(from, to))).toBe(isLost);
  });

  it.each([
    ["/gates?open=boom_barriers.1", "/gates?open=gates.2", true],
    ["/gates?open=boom_barriers.1", "/events", true],
    // Closing asks itself; a saved form closes without a question.
    ["/gates?open=boom_barriers.1", "/gates", false],
    ["/anpr?open=ai_devices.3.cameras.12", "/anpr?open=ai_devices.3", false],
    ["/gates?open=gates.1", "/gates?open=gates.1.history.2", false],
    ["/ids?open=identifiers.new", "/ids?open=identifiers.new-upload", false],
    ["/ids?open=identifiers.new-upload", "/ids?open=identifiers.new", false],
    ["/gates?open=gates.1", "/gates?open=gates.12", true],
  ])("in a dialog, from %s to %s: %s", (from, to, isLost) => {
    expect(leavesDialog(move(from, to))).toBe(isLost);
  });

  it("in a dialog that the browser's back button closes", () => {
    expect(leavesDialog(move("/gates?open=gates.1", "/gates", true))).toBe(true);
  });

  it.each([
    ["/anpr?open=ai_devices.3", "/anpr", true],
    ["/anpr?open=ai_devices.3", "/anpr?open=ai_devices.31", true],
    ["/anpr?open=ai_devices.3", "/anpr?open=ai_devices.3.cameras.12", false],
    ["/anpr?open=ai_devices.3.cameras.12", "/anpr?open=ai_devices.3", false],
  ])("in an expanded record, from %s to %s: %s", (from, to, isLost) => {
    expect(leavesRecord("ai_devices.3")(move(from, to))).toBe(isLost);
  });
});
