import { signDrivers } from "@gatehouse/drivers/signs/registry";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type HardwareFault, hardwareFaults } from "../../src/hardware/hardware-fault.ts";
import { parseMulti } from "../../src/hardware/multi-text.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { createHardwareTransports } from "./hardware-transports.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
const sign = site.sign("exit-sign");
afterAll(() => site.close());
afterEach(() => sign.reset());

const ntcip = signDrivers["ntcip-1203"];
const address = () => ({ host: "127.0.0.1", port: sign.port, ...sign.plan });
const show = (rows: readonly string[], timeoutMs?: number) =>
  ntcip.show(address(), rows, createHardwareTransports(timeoutMs));

describe("a simulated sign with SNMP", () => {
  it("LIVE-9 shows the text of the driver, padded to its size", async () => {
    expect(await show([" ACCESS [A]", "", "second page"])).toMatchObject({ outcome: "accepted" });
    expect(sign.shownRows()).toEqual([" ACCESS [A]     ", " ".repeat(16)]);
    expect(sign.commands).toMatchObject([{ rows: [" ACCESS [A]     ", " ".repeat(16)], isExecuted: true }]);
  });

  it("LIVE-9 turns dark without a text", async () => {
    await show(["HELLO"]);
    expect(await show([])).toMatchObject({ outcome: "accepted" });
    expect(sign.shownRows()).toEqual([]);
  });

  const results: Record<HardwareFault, { outcome: string; shows: string }> = {
    normal: { outcome: "accepted", shows: "HELLO" },
    refuses: { outcome: "rejected", shows: "" },
    hangs: { outcome: "unreachable", shows: "" },
    "half-frame": { outcome: "unreachable", shows: "" },
    late: { outcome: "unreachable", shows: "" },
    unplugged: { outcome: "unreachable", shows: "" },
    "no-power": { outcome: "unreachable", shows: "" },
  };
  it.each(hardwareFaults)("LIVE-9 gives the driver the expected result with the fault %s", async (fault) => {
    await sign.setFault(fault);
    const isSlow = ["hangs", "late", "half-frame"].includes(fault);
    const { outcome } = await show(["HELLO"], isSlow ? 600 : undefined);
    expect({ outcome, shows: (sign.shownRows()[0] ?? "").trim() }).toEqual(results[fault]);
  });

  it("LIVE-9 forgets its text with its power, which its state shows", async () => {
    await show(["HELLO"]);
    await sign.setFault("unplugged");
    expect(await ntcip.checkStatus?.(address(), createHardwareTransports())).toMatchObject({ state: "failed" });
    await sign.setFault("normal");
    expect(sign.shownRows()).toEqual([]);
    const status = await ntcip.checkStatus?.(address(), createHardwareTransports());
    expect(status).toEqual({ state: "replied", detail: null, upSeconds: expect.any(Number) });
  });

  it("LIVE-9 is named with its protocol on the control page", async () => {
    const page = await (await fetch(site.controlUrl)).text();
    expect(page).toContain("NTCIP 1203 over SNMP (UDP)");
  });
});

describe("the text of a simulated sign", () => {
  it.each([
    ["[jl3]AB[nl][jl3]C", [[" AB ", " C  "]]],
    ["[jl4]AB", [["  AB", "    "]]],
    [
      "A[np]B",
      [
        ["A   ", "    "],
        ["B   ", "    "],
      ],
    ],
    ["[[x]]", [["[x] ", "    "]]],
  ])("LIVE-9 %s has lines and pages", (text, pages) => {
    expect(parseMulti(text, { rows: 2, chars: 4 })).toEqual({ ok: true, pages });
  });

  it.each([
    ["AB[fl]C", 3, 2],
    ["[jl9]A", 4, 0],
    ["ABCDE", 5, 0],
    ["A[nl]B[nl]C", 5, 6],
    ["A]", 3, 1],
  ])("LIVE-9 %s is refused with the error and its position", (text, error, position) => {
    expect(parseMulti(text, { rows: 2, chars: 4 })).toEqual({ ok: false, error, position });
  });
});
