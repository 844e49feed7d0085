import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signDrivers } from "../../src/signs/registry.ts";
import { type Snmpd, startSnmpd } from "../snmpd.ts";
import { createUdpTransport } from "../udp-transport.ts";

const ntcip = signDrivers["ntcip-1203"];
const unused = () => Promise.reject(new Error("Only UDP here."));
const transports = (limitMs?: number) => ({ tcp: unused, udp: createUdpTransport(limitMs), http: unused });
const changeable = (column: number) => `5.8.1.${column}.3.1`;

describe.each([["v1"], ["v2c"]] as const)("against snmpd with SNMP %s", (version) => {
  let agent: Snmpd;
  beforeAll(async () => {
    agent = await startSnmpd([version]);
  });
  afterAll(() => agent.stop());
  const sign = () => ({ host: "127.0.0.1", port: agent.port, rows: 2, chars: 16, community: agent.community });
  const show = (rows: readonly string[], options = {}) => ntcip.show(sign(), rows, transports(), options);

  it("LIVE-9 a text is stored, checked by the sign and activated for longer than it is needed", async () => {
    expect(await show([" ACCESS [A]", "GRÜEZI"], { seconds: 5 })).toEqual({
      outcome: "accepted",
      detail: "Text shown.",
    });
    const markup = Buffer.from((await agent.read(changeable(3))).replaceAll(/[" \n]/g, ""), "hex");
    expect(markup.toString("latin1")).toBe("[jp2][jl2] ACCESS [[A]][nl]GRÜEZI");
    expect(await agent.read(changeable(4))).toBe('"Gatehouse"');
    expect(await agent.read(changeable(8))).toBe("128");
    // 2 minutes, priority 255, changeable memory, message 1, its CRC, and this machine's address.
    expect(await agent.read("6.3.0")).toBe('"00 02 FF 03 00 01 BE EF 7F 00 00 01 "');
  });

  it("LIVE-9 an idle text is shown until the next one, and no text turns the sign dark", async () => {
    await show(["WELCOME"]);
    expect(await agent.read("6.3.0")).toBe('"FF FF FF 03 00 01 BE EF 7F 00 00 01 "');
    expect(await show(["", "  "])).toMatchObject({ outcome: "accepted" });
    expect(await agent.read("6.3.0")).toBe('"FF FF FF 07 00 80 00 00 7F 00 00 01 "');
  });

  it.each([
    [
      "an error in the text",
      "TAG",
      "The sign refused: it doesn't support a tag (unsupportedTag) at character 11 of the markup.",
    ],
    ["local control", "LOCAL", "The sign refused: it is switched to local control (localMode)."],
  ])("LIVE-9 %s is reported in words", async (_, text, detail) => {
    expect(await show([text])).toEqual({ outcome: "rejected", detail });
  });

  it("LIVE-9 a message that expires while the sign checks its text is not shown", async () => {
    const before = await agent.read("6.3.0");
    let checks = 0;
    const isExpired = () => {
      checks += 1;
      return checks > 4;
    };
    expect(await show(["SLOW"], { isExpired })).toEqual({
      outcome: "rejected",
      detail: "The sign refused: checking the text took too long.",
    });
    expect(await agent.read("6.3.0")).toBe(before);
  });

  it("LIVE-9 its state is read without changing its text", async () => {
    await show(["LOCAL"]);
    const before = await agent.read("6.3.0");
    const status = await ntcip.checkStatus?.(sign(), transports());
    expect(status).toEqual({ state: "replied", detail: "It reports: message error.", upSeconds: expect.any(Number) });
    expect(await agent.read("6.3.0")).toBe(before);
    await show(["BACK"]);
    expect(await ntcip.checkStatus?.(sign(), transports())).toMatchObject({ state: "replied", detail: null });
  });

  it("LIVE-9 a wrong community string gets no reply and shows nothing", async () => {
    const before = await agent.read("6.3.0");
    const stranger = { ...sign(), community: "public" };
    expect(await ntcip.show(stranger, ["HELLO"], transports(500))).toEqual({
      outcome: "unreachable",
      detail: "No answer came in time. Command not sent.",
    });
    expect(await agent.read("6.3.0")).toBe(before);
  });
});
