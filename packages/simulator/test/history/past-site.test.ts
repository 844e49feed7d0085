import { describe, expect, it } from "vitest";
import { type PastDetection, type PastSiteOptions, replayPastSite } from "../../src/history/past-site.ts";
import { contractors, unknownVehicles } from "../../src/plan/vehicle-plan.ts";

const month = { seed: 3, now: new Date("2026-06-18T12:00:00Z"), days: 30, timeZone: "Asia/Kolkata" } as const;
const strangers = new Set(unknownVehicles.map(({ plate }) => plate));
const plateOf = ({ detection }: PastDetection) => (detection.kind === "plate" ? detection.plate : "");

/** Replays a site whose gates open for everyone except strangers. */
function replay(
  options: Partial<PastSiteOptions> = {},
  isOpen = (past: PastDetection) => !strangers.has(plateOf(past)),
) {
  const history = replayPastSite({ ...month, ...options });
  const all: PastDetection[] = [];
  for (let past = history.next(); !past.done; past = history.next(isOpen(past.value))) all.push(past.value);
  return all;
}

describe("the past of the simulated site", () => {
  const all = replay();

  it("DEMO-1 is about 60,000 detections of every module, in order", () => {
    expect(all.length).toBeGreaterThan(54_000);
    expect(all.length).toBeLessThan(66_000);
    const times = all.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const kinds = new Set(all.map(({ from, detection }) => `${from} ${detection.kind}`));
    expect([...kinds].sort()).toEqual([
      "basement-slots slots",
      "deck-watch slots",
      "entrance-count count",
      "entry-loop loop",
      "entry-reader tag",
      "exit-loop loop",
      "exit-reader tag",
      "main-gate plate",
      "ramp-count count",
      "service-gate plate",
      "speed-watch plate",
    ]);
    expect(new Set(all.map(({ detection }) => detection.eventId)).size).toBe(all.length);
  });

  it("DEMO-1 is the same for the same seed, relative to now", () => {
    expect(replay()).toEqual(all);
    expect(replay({ seed: 4 })).not.toEqual(all);
    const weekLater = replay({ now: new Date(month.now.getTime() + 7 * 86_400_000) });
    expect(weekLater.map(({ at }) => at.getTime() - 7 * 86_400_000)).toEqual(all.map(({ at }) => at.getTime()));
  });

  it("DEMO-1 ends minutes before now and starts 30 days ago", () => {
    const at = (index: number) => all.at(index)?.at.toISOString().slice(0, 10);
    expect([at(0), at(-1)]).toEqual(["2026-05-19", "2026-06-18"]);
    expect(all.at(-1)?.at.getTime()).toBeLessThan(month.now.getTime());
  });

  it("RULE-2 a contractor comes at 18:07 of the site's clock on every working day", () => {
    const late = all.filter(
      (past) => plateOf(past) === contractors[0]?.plate && past.at.toISOString().slice(11, 16) === "12:37",
    );
    const days = late.map(({ at }) => at.getUTCDay());
    expect(days).not.toContain(0);
    expect(late.length).toBeGreaterThanOrEqual(24);
  });

  it("DEMO-1 a vehicle that is not let in crosses nothing and does not leave", () => {
    const denied = replay({ days: 2 }, () => false);
    const isAtGate = ({ from, detection }: PastDetection) =>
      from !== "speed-watch" && (detection.kind === "plate" || detection.kind === "tag");
    expect(
      denied.filter((past) => !isAtGate(past)).every(({ from }) => /^(speed-watch|entrance-count)$/.test(from)),
    ).toBe(true);
    expect(
      denied.some(
        ({ detection }) => "direction" in detection && detection.direction === "X" && detection.kind === "plate",
      ),
    ).toBe(false);
  });

  it("DEMO-1 barriers break and are repaired", () => {
    const broken = all.filter(({ fault }) => fault !== undefined);
    expect(new Set(broken.map(({ fault }) => fault?.gate))).toEqual(
      new Set(["main-entry", "main-exit", "service-gate"]),
    );
    expect(broken.every(({ at, fault }) => fault && fault.from <= at && at < fault.until)).toBe(true);
  });

  it.each(["Europe/Berlin", "America/New_York"])("DEMO-1 stays in order over a clock change in %s", (timeZone) => {
    const times = replay({ now: new Date("2026-11-05T12:00:00Z"), timeZone }).map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});
