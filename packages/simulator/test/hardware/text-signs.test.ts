import { connect } from "node:net";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { dotsOf } from "../../src/control-page/dot-matrix.ts";
import { signBoard } from "../../src/control-page/sign-drawing.ts";
import { type BoardFault, boardFaults } from "../../src/hardware/hardware-fault.ts";
import { takeMessages } from "../../src/hardware/sign-message.ts";
import { startSimulatedSite } from "../../src/simulated-site.ts";
import { fieldTransports } from "./hardware-transports.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
const sign = site.sign("entry-sign");
afterAll(() => site.close());
afterEach(() => sign.reset());

const show = (rows: readonly string[], patienceMs?: number, size: { rows: number; chars: number } = sign.plan) => {
  const driver = signDrivers["text-tcp"];
  if (!driver) throw new Error("there is no driver text-tcp");
  return driver.show({ host: "127.0.0.1", port: sign.port, ...size }, rows, fieldTransports(patienceMs));
};

describe("a simulated sign", () => {
  it("shows what the driver sends, filled to its size", async () => {
    expect(await show(["ACCESS GRANTED"])).toMatchObject({ outcome: "accepted" });
    expect(sign.shows()).toEqual(["ACCESS GRANTED  ", " ".repeat(16)]);
  });

  it("remembers everything that it was told", async () => {
    await show(["ONE"]);
    await show(["TWO"]);
    expect(sign.commands.map(({ rows }) => rows[0]?.trim())).toEqual(["ONE", "TWO"]);
  });

  it.each([
    ["too many rows", { rows: 3, chars: 16 }],
    ["too wide rows", { rows: 2, chars: 17 }],
  ])("refuses %s", async (_, size) => {
    expect(await show(["X"], undefined, size)).toMatchObject({ outcome: "rejected" });
    expect(sign.shows()).toEqual([]);
  });

  const ends: Record<BoardFault, { outcome: string; shows: string }> = {
    normal: { outcome: "accepted", shows: "HELLO" },
    refuses: { outcome: "rejected", shows: "" },
    hangs: { outcome: "unreachable", shows: "" },
    "half-frame": { outcome: "unreachable", shows: "HELLO" },
    late: { outcome: "unreachable", shows: "HELLO" },
    unplugged: { outcome: "unreachable", shows: "" },
  };
  it.each(boardFaults)("is met so when it is %s", async (fault) => {
    await sign.behave(fault);
    const isSlow = fault === "hangs" || fault === "late";
    const { outcome } = await show(["HELLO"], isSlow ? 300 : undefined);
    expect({ outcome, shows: (sign.shows()[0] ?? "").trim() }).toEqual(ends[fault]);
  });

  it("hangs up on a text without an end", async () => {
    const socket = connect(sign.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("x".repeat(20_000));
    await new Promise((closed) => socket.once("close", closed));
    expect(sign.shows()).toEqual([]);
  });
});

describe("its messages", () => {
  const bytes = Buffer.from("FREE 12 \r\nतल २    \r\n\r\nNEXT\r\n\r\nrest", "utf8");

  function inPieces(size: number) {
    const messages: string[][] = [];
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < bytes.length; at += size) {
      const taken = takeMessages(Buffer.concat([rest, bytes.subarray(at, at + size)]));
      messages.push(...(taken?.messages ?? []));
      rest = taken?.rest ?? rest;
    }
    return { messages, rest: rest.toString() };
  }

  it.each([1, 2, 5, 1000])("are the same in pieces of %i bytes", (size) => {
    expect(inPieces(size)).toEqual({ messages: [["FREE 12 ", "तल २    "], ["NEXT"]], rest: "rest" });
  });
});

describe("a drawn sign", () => {
  it("says what it shows to those who cannot see it", () => {
    const drawn = signBoard({ label: "Entry", rows: 2, chars: 8, shows: [" HELLO  ", "        "] });
    expect(drawn).toContain('aria-label="Entry shows: HELLO"');
  });

  it("lights as many dots as its characters have, and writes what it has no dots for", () => {
    const drawn = signBoard({ label: "Entry", rows: 1, chars: 3, shows: ["1.त"] });
    const lit = (dotsOf("1")?.length ?? 0) + (dotsOf(".")?.length ?? 0);
    expect(drawn.match(/h0/g)).toHaveLength(lit);
    expect(drawn).toContain(">त<");
  });
});
