import { registerDriver } from "./hardware-driver.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

/** Plans a driver for a kind of text sign. */
export function planSignDriver(name: Name): Plan {
  const driver = `packages/drivers/src/signs/${name.kebab}.ts`;
  const test = `packages/drivers/test/signs/${name.kebab}.test.ts`;
  return {
    files: { [driver]: driverFile(name), [test]: driverTest(name) },
    edits: registerDriver(name, "signs", "export const signDrivers", "sign"),
    changesGeneratedFiles: false,
    next: [
      `Replace the request and the reply in ${driver} with those of the sign's manual.`,
      `Replace the replies in ${test} with recorded ones.`,
      "Describe the protocol in docs/devices.md, under Signs.",
    ],
  };
}

const driverFile = ({
  camel,
  title,
}: Name) => `import { accepted, invalidReply, noReply, rejected } from "../hardware-transport.ts";
import type { SignAddress, SignDriver } from "./sign.ts";

/** ${title} signs: POST /message with the rows as JSON, and the sign replies OK. */
export const ${camel}: SignDriver = {
  show: async (sign, rows, { http }) => {
    const { host, port } = sign;
    const reply = await http({ method: "POST", host, port, path: "/message", body: { rows: fitRows(sign, rows) } });
    if (!reply.ok) return noReply(reply);
    if (reply.status < 200 || reply.status > 299) return rejected(\`The sign refused with status \${reply.status}.\`);
    if (reply.text.trim() !== "OK") return invalidReply("The sign didn't confirm the message");
    return accepted("The sign shows it.");
  },
};

/** Cuts and pads the rows to the size of the sign; control characters become spaces. */
function fitRows({ rows: rowCount, chars }: SignAddress, rows: readonly string[]): string[] {
  return Array.from({ length: rowCount }, (_, index) => {
    const row = [...(rows[index] ?? "").normalize("NFC").replaceAll(/[\\p{Cc}\\p{Cs}]/gu, " ")].slice(0, chars);
    return row.join("") + " ".repeat(chars - row.length);
  });
}
`;

const driverTest = ({ kebab, title }: Name) => `import { describe, expect, it } from "vitest";
import { signDrivers } from "../../src/signs/registry.ts";
import { recordedHttp } from "../recorded-transport.ts";

const driver = signDrivers["${kebab}"];
const sign = { host: "127.0.0.1", port: 80, rows: 2, chars: 8 };
const reply = (text: string, status = 200) => ({ ok: true as const, status, text });
const failure = (isSent: boolean, detail: string) => ({ ok: false as const, isSent, detail });

describe("a ${title} sign", () => {
  it.each([
    ["rows that fit", ["ACCESS", "GRANTED"], ["ACCESS  ", "GRANTED "]],
    ["a row that is too long", ["ACCESS GRANTED", "1"], ["ACCESS G", "1       "]],
    ["too few rows", ["FULL"], ["FULL    ", "        "]],
    ["too many rows", ["1", "2", "3"], ["1       ", "2       "]],
    ["control characters", ["a\\nb", ""], ["a b     ", "        "]],
  ])("shows %s in its size", async (_, rows, shown) => {
    const { transports, asked } = recordedHttp(reply("OK"));
    expect(await driver.show(sign, rows, transports)).toMatchObject({ outcome: "accepted" });
    expect(asked).toEqual([{ method: "POST", host: "127.0.0.1", port: 80, path: "/message", body: { rows: shown } }]);
  });

  it.each([
    ["an error status", reply("", 503), "rejected"],
    ["another page", reply("<!doctype html>"), "unreachable"],
    ["no connection", failure(false, "Connection refused"), "unreachable"],
    ["no reply", failure(true, "Timed out"), "unreachable"],
  ])("treats %s as a failure", async (_, result, outcome) => {
    expect(await driver.show(sign, ["A"], recordedHttp(result).transports)).toMatchObject({ outcome });
  });
});
`;
