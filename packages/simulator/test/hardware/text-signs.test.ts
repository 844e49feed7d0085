import { connect } from "node:net";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { findDots, renderSign } from "../../src/control-page/sign-drawing.ts";
import { type HardwareFault, hardwareFaults } from "../../src/hardware/hardware-fault.ts";
import { parseMessages } from "../../src/hardware/start-sign.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { createHardwareTransports } from "./hardware-transports.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
const sign = site.sign("entry-sign");
afterAll(() => site.close());
afterEach(() => sign.reset());

const show = (rows: readonly string[], timeoutMs?: number, size: { rows: number; chars: number } = sign.plan) =>
  signDrivers["text-tcp"].show(
    { host: "127.0.0.1", port: sign.port, ...size },
    rows,
    createHardwareTransports(timeoutMs),
  );

describe("a simulated sign", () => {
  it("shows the text of the driver, padded to its size", async () => {
    expect(await show(["ACCESS GRANTED"])).toMatchObject({ outcome: "accepted" });
    expect(sign.shownRows()).toEqual(["ACCESS GRANTED  ", " ".repeat(16)]);
  });

  it("logs every message", async () => {
    await show(["ONE"]);
    await show(["TWO"]);
    expect(sign.commands.map(({ rows }) => rows[0]?.trim())).toEqual(["ONE", "TWO"]);
  });

  it.each([
    ["too many rows", { rows: 3, chars: 16 }],
    ["rows that are too long", { rows: 2, chars: 17 }],
  ])("rejects %s", async (_, size) => {
    expect(await show(["X"], undefined, size)).toMatchObject({ outcome: "rejected" });
    expect(sign.shownRows()).toEqual([]);
  });

  const results: Record<HardwareFault, { outcome: string; shows: string }> = {
    normal: { outcome: "accepted", shows: "HELLO" },
    refuses: { outcome: "rejected", shows: "" },
    hangs: { outcome: "unreachable", shows: "" },
    "half-frame": { outcome: "unreachable", shows: "HELLO" },
    late: { outcome: "unreachable", shows: "HELLO" },
    unplugged: { outcome: "unreachable", shows: "" },
    "no-power": { outcome: "unreachable", shows: "" },
  };
  it.each(hardwareFaults)("gives the driver the expected result with the fault %s", async (fault) => {
    await sign.setFault(fault);
    const isSlow = fault === "hangs" || fault === "late";
    const { outcome } = await show(["HELLO"], isSlow ? 300 : undefined);
    expect({ outcome, shows: (sign.shownRows()[0] ?? "").trim() }).toEqual(results[fault]);
  });

  it("closes the connection on a message that is too long", async () => {
    const socket = connect(sign.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("x".repeat(20_000));
    await new Promise((closed) => socket.once("close", closed));
    expect(sign.shownRows()).toEqual([]);
  });
});

describe("the sign protocol", () => {
  const bytes = Buffer.from("FREE 12 \r\nतल २    \r\n\r\nNEXT\r\n\r\nrest", "utf8");

  function parseInPieces(size: number) {
    const messages: string[][] = [];
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < bytes.length; at += size) {
      const parsed = parseMessages(Buffer.concat([rest, bytes.subarray(at, at + size)]));
      messages.push(...(parsed?.messages ?? []));
      rest = parsed?.rest ?? rest;
    }
    return { messages, rest: rest.toString() };
  }

  it.each([1, 2, 5, 1000])("parses messages that arrive in pieces of %i bytes", (size) => {
    expect(parseInPieces(size)).toEqual({ messages: [["FREE 12 ", "तल २    "], ["NEXT"]], rest: "rest" });
  });
});

describe("the drawing of a sign", () => {
  it("has its text as accessible name", () => {
    const svg = renderSign({ label: "Entry", rows: 2, chars: 8, shownRows: [" HELLO  ", "        "] });
    expect(svg).toContain('aria-label="Entry shows: HELLO"');
  });

  it("lights the dots of each character, and renders other characters as text", () => {
    const svg = renderSign({ label: "Entry", rows: 1, chars: 3, shownRows: ["1.त"] });
    const lit = (findDots("1")?.length ?? 0) + (findDots(".")?.length ?? 0);
    expect(svg.match(/h0/g)).toHaveLength(lit);
    expect(svg).toContain(">त<");
  });
});
