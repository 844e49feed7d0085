import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signDrivers } from "../../src/signs/registry.ts";
import { cutAt, recordedTcp, silence, unreachableHost } from "../recorded-transport.ts";

const textTcp = signDrivers["text-tcp"];
const sign = { host: "127.20.2.30", port: 5000, rows: 2, chars: 8 };

describe("the message to a sign", () => {
  const sentFor = async (rows: readonly string[], size: Partial<typeof sign> = {}) => {
    const { transports, sent } = recordedTcp(() => [Buffer.from("OK\r\n")]);
    await textTcp.show({ ...sign, ...size }, rows, transports);
    return sent.map(({ bytes }) => bytes.toString("utf8"));
  };

  it.each([
    ["rows that fit", ["ACCESS", "GRANTED"], "ACCESS  \r\nGRANTED \r\n\r\n"],
    ["rows that are too long", ["ACCESS GRANTED", "1"], "ACCESS G\r\n1       \r\n\r\n"],
    ["fewer rows than it has", ["FULL"], "FULL    \r\n        \r\n\r\n"],
    ["more rows than it has", ["1", "2", "3"], "1       \r\n2       \r\n\r\n"],
    ["no rows", [], "        \r\n        \r\n\r\n"],
    ["letters of any script", ["मुंबई", "Grüße 🅿"], "मुंबई   \r\nGrüße 🅿 \r\n\r\n"],
    ["characters that would break a row", ["a\r\nb\u0007c", "\ud800"], "a  b c  \r\n        \r\n\r\n"],
  ])("DISP-5 %s are cut and padded to its size", async (_, rows, text) => {
    expect(await sentFor(rows)).toEqual([text]);
  });

  it("DISP-5 always has all rows of the sign, none empty, and one empty line at the end", async () => {
    const size = fc.record({ rows: fc.integer({ min: 1, max: 16 }), chars: fc.integer({ min: 1, max: 64 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), size, async (rows, { rows: count, chars }) => {
        const [text = ""] = await sentFor(rows, { rows: count, chars });
        const lines = text.split("\r\n");
        expect(lines.slice(0, -2).map((line) => [...line].length)).toEqual(Array(count).fill(chars));
        expect(lines.slice(-2)).toEqual(["", ""]);
      }),
    );
  });
});

describe("the reply of a sign", () => {
  const outcomeOf = (response: string, cuts: readonly number[] = []) =>
    textTcp.show(sign, ["A"], recordedTcp(() => cutAt(Buffer.from(response), cuts)).transports);

  it.each([
    ["OK\r\n", "accepted"],
    ["OK\n", "accepted"],
    ["OK shown\r\nmore", "accepted"],
    ["ERR too many rows\r\n", "rejected"],
    ["OKAY\r\n", "unreachable"],
    ["\r\n", "unreachable"],
    ["OK", "unreachable"],
    ["", "unreachable"],
  ])("ENG-6 %j is %s however TCP splits it", async (response, outcome) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40), { maxLength: 5 }), async (cuts) => {
        expect(await outcomeOf(response, cuts)).toMatchObject({ outcome });
      }),
    );
  });

  it.each([
    ["OK\r\n", "Text shown."],
    ["ERR too many rows\r\n", "The sign refused: too many rows."],
    ["ERR\r\n", "The sign refused: no reason given."],
    [
      "HTTP/1.1 400 Bad Request\r\n",
      "The sign replied with neither OK nor ERR. The device may have received the command.",
    ],
    ["x".repeat(5000), "The sign replied with neither OK nor ERR. The device may have received the command."],
  ])("%j gives the expected detail", async (response, detail) => {
    expect(await outcomeOf(response)).toMatchObject({ detail });
  });

  it.each([
    ["host unreachable", unreachableHost, "No route to host. Command not sent."],
    ["no reply", silence, "No answer came in time. The device may have received the command."],
  ])("ENG-6 %s: says whether the text may have been received", async (_, result, detail) => {
    expect(await textTcp.show(sign, ["A"], recordedTcp(() => result).transports)).toEqual({
      outcome: "unreachable",
      detail,
    });
  });
});
